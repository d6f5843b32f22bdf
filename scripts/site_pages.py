# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What scripts/site adds to the pages of docs/: those outside of it that they link to, as pages of the site.

Links stay as they are in docs/, where a forge shows them. Files of text become pages that show them; a folder's page lists it.
"""
import os
import pathlib
import posixpath
import re
import subprocess
import textwrap

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")
TABLES = re.compile(r"(?<=\n\n)(?: {4}\[.*\n)(?: {4}.*\n|\n(?= {4}))*")  # an indented block that begins with a table of TOML
CODE = re.compile(r"(~~~~~[\s\S]*?~~~~~|^ {4}.*$|`[^`\n]+`)", re.M)
ANGLE = re.compile(r"<(?!/?sub>|!--|https?:)")  # <m> is an average, not a tag
LANGUAGES = {".toml": "toml", ".py": "python", ".hpp": "cpp", ".cpp": "cpp", ".cmake": "cmake", ".ipynb": "json", ".sh": "sh"}
AS_THEY_ARE = (".png", ".svg", ".json")
NO_SEARCH = "---\nsearch:\n  exclude: true\n---\n"


def outside(page, target):
    """The path from the root of what a page of docs/ links to and the site does not have by itself, or None."""
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), target))
    if re.match(r"\w+:", target) or path.endswith(AS_THEY_ARE) or path.startswith("docs/") and path.endswith(".md"):
        return None
    return path if (ROOT / path).exists() else None


def name_of(path):
    """Of the page that shows it."""
    return f"source/{path.removesuffix('.md')}.md"


def shown(path):
    """The text of the page that shows a file or a folder. The search leaves it out."""
    if (ROOT / path).is_dir():
        entries = sorted(entry.name for entry in (ROOT / path).iterdir() if not entry.name.startswith((".", "_")))
        item = "- [{0}]({1}/{0})\n" if path.startswith("inputs") else "- {0}\n"
        return f"{NO_SEARCH}# {path}\n\n" + "".join(item.format(name, posixpath.basename(path)) for name in entries)
    text = (ROOT / path).read_text()
    if path.endswith(".md"):
        return text
    return f"{NO_SEARCH}# {path}\n\n~~~~~ {LANGUAGES.get(pathlib.PurePosixPath(path).suffix, 'text')}\n{text.rstrip()}\n~~~~~\n"


def on_files(files, config):
    """Adds what pages link to outside of docs/, and what those pages link to there."""
    waiting = [(file.src_uri, file.content_string) for file in files.documentation_pages()]
    while waiting:
        page, text = waiting.pop()
        for match in LINK.finditer(text):
            path = outside(origin(page), match[2])
            if path and not files.get_file_from_path(name_of(path)):
                files.append(File.generated(config, name_of(path), content=shown(path)))
                waiting += [(name_of(path), shown(path))] if path.endswith(".md") or (ROOT / path).is_dir() else []
    return files


def origin(page):
    """Where the links of a page start, from docs/."""
    return "../" + page.removeprefix("source/") if page.startswith("source/") else page


def help_texts():
    """What every command says of itself, as docs/commands.md lists them."""
    program = os.environ["NEEL_PROGRAM"]
    listed = re.findall(r"`neel (\w+)` \|", (ROOT / "docs/commands.md").read_text())
    texts = [subprocess.run([program, command, "--help"], capture_output=True, text=True, check=True).stdout for command in listed]
    return "\n".join(f"## neel {command}\n\n~~~~~ text\n{text.rstrip()}\n~~~~~\n" for command, text in zip(listed, texts))


def on_page_markdown(markdown, page, config, files):
    """Moves these links. Items of lists, which pages indent by two or three columns, get the four of Python's Markdown."""
    here = page.file.src_uri
    if here.startswith("source/") and "\n~~~~~ " in markdown:  # code, in which nothing is a link
        return markdown

    def moved(match):
        path = outside(origin(here), match[2])
        if path:
            target = name_of(path)
        elif here.startswith("source/") and not re.match(r"\w+:", match[2]):  # a page from outside that links into docs/
            target = posixpath.relpath(posixpath.normpath(posixpath.join(posixpath.dirname(origin(here)), match[2])), "../docs")
        else:
            return match[0]
        return match[1] + posixpath.relpath(target, posixpath.dirname(here) or ".") + (match[3] or "") + match[4]
    markdown = "".join(part if k % 2 else ANGLE.sub("&lt;", part) for k, part in enumerate(CODE.split(markdown)))
    if not here.startswith("source/"):
        markdown = TABLES.sub(lambda block: f"~~~~~ toml\n{textwrap.dedent(block[0])}~~~~~\n", re.sub(r"(?m)^ {1,3}(?=\S)", "    ", markdown))
    markdown = LINK.sub(moved, markdown)
    return markdown.replace("<!-- help -->", help_texts()) if here == "commands.md" else markdown  # last, since its lines stay as they are
