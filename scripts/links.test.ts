import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

const root = path.join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((file) => file.replaceAll('\\', '/'));

it('every link between documents leads to a file and a heading', () => {
  assert.ok(pages.length >= MINIMUM_PAGES, `only ${pages.length} documents were found`);
  assert.deepEqual(
    pages.flatMap((page) => brokenLinks(page)),
    [],
  );
});

it('every page of operations is in its contents', () => {
  const contents = readFileSync(path.join(root, 'docs/operations/README.md'), 'utf8');
  const missing = pages
    .filter((page) => path.posix.dirname(page) === 'docs/operations' && !page.endsWith('/README.md'))
    .filter((page) => !contents.includes(`](${path.posix.basename(page)})`));
  assert.deepEqual(missing, []);
});

function brokenLinks(page: string): readonly string[] {
  const links = withoutCode(readFileSync(path.join(root, page), 'utf8')).matchAll(/\]\(([^()\s]+)\)/g);
  return [...links]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
    .map((link) => `${page}: ${link}`);
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#', 2);
  const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
  if (!existsSync(path.join(root, target))) return false;
  return anchor === undefined || anchorsOf(readFileSync(path.join(root, target), 'utf8')).has(anchor);
}

/** The anchors that GitHub gives the headings of a document: a second heading of one name gets a number. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```/gms, '');
}

/** Well below what there is, well above what a search finds that looks in the wrong place. */
const MINIMUM_PAGES = 40;
