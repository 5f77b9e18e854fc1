"""The report's own styles and scripts, as files: a page of the desk has none inside it."""

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse
from starlette.exceptions import HTTPException

from syscheck import report

FOLDER = Path(report.__file__).with_name("templates")
KINDS = {".css": "text/css", ".js": "text/javascript"}
NAMES = frozenset(path.name for path in FOLDER.iterdir() if path.suffix in KINDS)

router = APIRouter()


@router.get("/static/report/{name}", include_in_schema=False)
def of_the_report(name: str) -> FileResponse:
    """A style sheet or a script of the report."""
    if name not in NAMES:
        raise HTTPException(404)
    return FileResponse(FOLDER / name, media_type=KINDS[Path(name).suffix])
