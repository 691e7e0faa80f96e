"""Mail on a site that sends none: printed where the server runs, for whoever runs the site to pass on."""

from __future__ import annotations

from django.core.mail import EmailMessage
from django.core.mail.backends import console


class EmailBackend(console.EmailBackend):
    """Prints the words as they are: in what goes over the wire a long line, such as a link, is broken by `=`."""

    def write_message(self, message: EmailMessage) -> None:
        """Print who would get the mail, its subject and its text."""
        rule = "-" * 79
        self.stream.write(
            f"To: {', '.join(message.to)}\nSubject: {message.subject}\n\n{message.body}\n{rule}\n"
        )
