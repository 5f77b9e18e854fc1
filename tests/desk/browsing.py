"""A browser without a screen: it keeps its cookies and sends the forms of the page that it has loaded."""

import re
from html import unescape

CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')


class Browser:
    """One visitor of the desk."""

    def __init__(self, client):
        self.client = client
        self.csrf = ""

    def get(self, path, **options):
        """Load a page; redirects are followed."""
        answer = self.client.get(path, follow_redirects=True, **options)
        if match := CSRF.search(answer.text):
            self.csrf = match[1]
        return answer

    def post(self, path, data=None, *, csrf=None, follow=True, **options):
        """Send a form with the token of the page last loaded, or with another."""
        sent = {"csrf": self.csrf if csrf is None else csrf, **(data or {})}
        answer = self.client.post(path, data=sent, follow_redirects=follow, **options)
        if match := CSRF.search(answer.text):
            self.csrf = match[1]
        return answer

    def sign_in(self, name="Organiser", password="a long enough password"):
        """Sign in as an organiser."""
        self.get("/desk/sign-in")
        return self.post("/desk/sign-in", {"name": name, "password": password})


def shown(answer):
    """The words of a page, without its tags."""
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.text, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())
