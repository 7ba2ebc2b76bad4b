/** Finds a page in the tree of pages (ISO 32000-1 §7.7.3). */
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { integerOf, type PdfDictionary, PdfReference, type PdfValue } from '../syntax/values.ts';

/** `first`, `last`, or a number from 1 on; a number beyond the last page means that one. */
export type PageChoice = 'first' | 'last' | number;

export interface Page {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
}

/** Finds the page. @throws {@link PdfError} `pdf.damaged` when there is none, `pdf.too_deep`, `pdf.too_large` */
export async function findPage(file: PdfFile, choice: PageChoice): Promise<Page> {
  const catalog = await file.dictionary(file.trailer.get('Root'));
  const root = catalog?.get('Pages') ?? null;
  const search = new PageSearch(file);
  const number = typeof choice === 'number' ? choice : 1;
  const found = choice === 'last' ? undefined : await search.page(root, number, 0);
  const page = found instanceof Object ? found : await new PageSearch(file).lastPage(root, 0);
  if (page === undefined) throw new PdfError('pdf.damaged', 'the document has no page');
  return page;
}

/** The upper left corner of a page: of its media box, which it may have from the nodes above it (ISO 32000-1 §7.7.3.4). */
export async function upperLeftOf(
  file: PdfFile,
  { dictionary }: Page,
): Promise<{ readonly left: number; readonly top: number }> {
  let node: PdfDictionary | undefined = dictionary;
  for (let depth = 0; node !== undefined && depth <= MAX_DEPTH; depth += 1) {
    const box: readonly PdfValue[] | undefined = await file.array(node.get('MediaBox'));
    const sides: PdfValue[] = [];
    // One after the other: two that stand in one object stream would have it read twice.
    for (const side of (box ?? []).slice(0, 4)) sides.push(await file.resolve(side));
    const [x1, y1, x2, y2] = sides;
    if (typeof x1 === 'number' && typeof y1 === 'number' && typeof x2 === 'number' && typeof y2 === 'number')
      return { left: Math.min(x1, x2), top: Math.max(y1, y2) };
    node = await file.dictionary(node.get('Parent'));
  }
  throw new PdfError('pdf.damaged', 'a page has no size');
}

class PageSearch {
  readonly #file: PdfFile;
  readonly #visited = new Set<number>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** The page of a number below a node, or how many pages there are when they are fewer. */
  async page(node: PdfValue, number: number, depth: number): Promise<Page | number> {
    const found = await this.#visit(node, depth);
    if (found === undefined) return 0;
    if (found.kids === undefined) return number === 1 ? found : 1;
    const count = integerOf(found.dictionary.get('Count'));
    if (count !== undefined && depth > 0 && number > count) return count;
    let left = number;
    for (const kid of this.#unvisited(found.kids)) {
      const below = await this.page(kid, left, depth + 1);
      if (typeof below !== 'number') return below;
      left -= below;
    }
    return number - left;
  }

  async lastPage(node: PdfValue, depth: number): Promise<Page | undefined> {
    const found = await this.#visit(node, depth);
    if (found?.kids === undefined) return found;
    for (const kid of this.#unvisited(found.kids.toReversed())) {
      const below = await this.lastPage(kid, depth + 1);
      if (below !== undefined) return below;
    }
    return undefined;
  }

  #isUnvisited(node: PdfValue): node is PdfReference {
    return node instanceof PdfReference && !this.#visited.has(node.number);
  }

  *#unvisited(nodes: readonly PdfValue[]): Generator<PdfReference, void, undefined> {
    for (const node of nodes) if (this.#isUnvisited(node)) yield node;
  }

  /** A node with what is below it; undefined for what is not a node, or was one already. */
  async #visit(node: PdfValue, depth: number): Promise<(Page & { kids: readonly PdfValue[] | undefined }) | undefined> {
    if (depth > MAX_DEPTH) throw new PdfError('pdf.too_deep', `a tree of pages more than ${MAX_DEPTH} deep`);
    if (!this.#isUnvisited(node)) return undefined;
    if (this.#visited.size === MAX_NODES) throw new PdfError('pdf.too_large', 'a tree of pages with too many nodes');
    this.#visited.add(node.number);
    const dictionary = await this.#file.dictionary(node);
    if (dictionary === undefined) return undefined;
    return { reference: node, dictionary, kids: await this.#file.array(dictionary.get('Kids')) };
  }
}

const MAX_DEPTH = 64;
const MAX_NODES = 200_000;
