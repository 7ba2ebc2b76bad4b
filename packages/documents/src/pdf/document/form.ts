/** The interactive form and its signature fields (ISO 32000-1 §12.7, §12.8.1). */
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { type PdfDictionary, PdfReference, PdfString, type PdfValue } from '../syntax/values.ts';
import { textOf } from './text-string.ts';

/** A signature field. */
export interface SignatureField {
  /** With those of the fields above it, separated by periods. */
  readonly name: string;
  readonly reference: PdfReference;
  readonly isSigned: boolean;
}

export interface Form {
  /** Undefined when the document has no form. */
  readonly dictionary: PdfDictionary | undefined;
  /** The names of the fields at the root, which no new field may have. */
  readonly names: ReadonlySet<string>;
  readonly signatureFields: readonly SignatureField[];
}

/** Reads the form. @throws {@link PdfError} `pdf.too_deep`, `pdf.too_large` */
export async function readForm(file: PdfFile, catalog: PdfDictionary): Promise<Form> {
  const dictionary = await file.dictionary(catalog.get('AcroForm'));
  const search = new FieldSearch(file);
  await search.visitAll((await file.array(dictionary?.get('Fields') ?? null)) ?? [], ROOT, 0);
  return { dictionary, names: search.names, signatureFields: search.found };
}

/** A dictionary, and where it stands. */
interface LocatedDictionary {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
}

/** Finds the widget that shows the field: itself, or else its first widget (ISO 32000-1 §12.5.6.19). */
export async function widgetOf(file: PdfFile, field: LocatedDictionary): Promise<LocatedDictionary> {
  const [first] = (await file.array(field.dictionary.get('Kids'))) ?? [];
  const kid = first instanceof PdfReference ? await file.dictionary(first) : undefined;
  if (!(first instanceof PdfReference) || kid === undefined || kid.get('T') !== null) return field;
  return { reference: first, dictionary: kid };
}

/** Entries that a field inherits from those above it. */
interface Inherited {
  readonly path: string;
  readonly type: string | undefined;
  readonly value: PdfValue;
}

class FieldSearch {
  readonly found: SignatureField[] = [];
  readonly names = new Set<string>();
  readonly #file: PdfFile;
  readonly #visited = new Set<number>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Looks at those of `nodes` that were not looked at. */
  async visitAll(nodes: readonly PdfValue[], above: Inherited, depth: number): Promise<void> {
    for (const node of nodes)
      if (node instanceof PdfReference && !this.#visited.has(node.number)) await this.#visit(node, above, depth);
  }

  async #visit(node: PdfReference, above: Inherited, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw new PdfError('pdf.too_deep', `form fields more than ${MAX_DEPTH} deep`);
    if (this.#visited.size === MAX_FIELDS) throw new PdfError('pdf.too_large', `more than ${MAX_FIELDS} form fields`);
    this.#visited.add(node.number);
    const dictionary = await this.#file.dictionary(node);
    if (dictionary === undefined) return;
    const title = await this.#file.resolve(dictionary.get('T'));
    const name = title instanceof PdfString ? textOf(title) : undefined;
    if (depth === 0 && name !== undefined) this.names.add(name);
    const path = [above.path, name].filter((part) => part !== undefined && part !== '').join('.');
    this.#file.work.charge(PATH_COST * path.length);
    const own: Inherited = {
      path,
      type: dictionary.name('FT') ?? above.type,
      value: dictionary.get('V') ?? above.value,
    };
    await this.visitAll((await this.#file.array(dictionary.get('Kids'))) ?? [], own, depth + 1);
    // A node without a name is a widget of the field above it.
    if (own.type !== 'Sig' || (depth > 0 && name === undefined)) return;
    const isSigned = (await this.#file.dictionary(own.value)) !== undefined;
    this.found.push({ name: own.path, reference: node, isSigned });
  }
}

const ROOT: Inherited = { path: '', type: undefined, value: null };
const MAX_DEPTH = 32;
const MAX_FIELDS = 100_000;
/** Names of fields are kept until the end, with those above them. */
const PATH_COST = 8;
