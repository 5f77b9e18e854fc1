"""Whether the desk is well, for whoever watches over it."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from syscheck import __version__

router = APIRouter()


@router.get("/health", include_in_schema=False)
async def health(request: Request) -> JSONResponse:
    """200 where the database answers, 503 where it does not."""

    def ask() -> bool:
        try:
            with request.app.state.database.reading() as session:
                session.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    well = await run_in_threadpool(ask)
    told = {"status": "ok" if well else "no database", "syscheck": __version__}
    return JSONResponse(told, 200 if well else 503)
