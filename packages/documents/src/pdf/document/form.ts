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
  readonly dictionary: PdfDictionary;
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
  for (const field of (await file.array(dictionary?.get('Fields') ?? null)) ?? []) await search.visit(field, ROOT, 0);
  return { dictionary, names: search.names, signatureFields: search.found };
}

/** Where the field is seen: itself, or else its first widget (ISO 32000-1 §12.5.6.19). */
export async function widgetOf(
  file: PdfFile,
  { reference, dictionary }: SignatureField,
): Promise<{ readonly reference: PdfReference; readonly dictionary: PdfDictionary }> {
  const [first] = (await file.array(dictionary.get('Kids'))) ?? [];
  const kid = first instanceof PdfReference ? await file.dictionary(first) : undefined;
  if (!(first instanceof PdfReference) || kid === undefined || kid.get('T') !== null) return { reference, dictionary };
  return { reference: first, dictionary: kid };
}

/** What a field has from those above it. */
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

  async visit(node: PdfValue, above: Inherited, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw new PdfError('pdf.too_deep', `form fields more than ${MAX_DEPTH} deep`);
    if (!(node instanceof PdfReference) || this.#visited.has(node.number)) return;
    if (this.#visited.size === MAX_FIELDS) throw new PdfError('pdf.too_large', `more than ${MAX_FIELDS} form fields`);
    this.#visited.add(node.number);
    const dictionary = await this.#file.dictionary(node);
    if (dictionary === undefined) return;
    const title = await this.#file.resolve(dictionary.get('T'));
    const name = title instanceof PdfString ? textOf(title) : undefined;
    if (depth === 0 && name !== undefined) this.names.add(name);
    const own: Inherited = {
      path: [above.path, name].filter((part) => part !== undefined && part !== '').join('.'),
      type: dictionary.name('FT') ?? above.type,
      value: dictionary.get('V') ?? above.value,
    };
    const kids = (await this.#file.array(dictionary.get('Kids'))) ?? [];
    for (const kid of kids) await this.visit(kid, own, depth + 1);
    // What has no name is a widget of the field above it.
    if (own.type !== 'Sig' || (depth > 0 && name === undefined)) return;
    const isSigned = (await this.#file.dictionary(own.value)) !== undefined;
    this.found.push({ name: own.path, reference: node, dictionary, isSigned });
  }
}

const ROOT: Inherited = { path: '', type: undefined, value: null };
const MAX_DEPTH = 32;
const MAX_FIELDS = 100_000;
