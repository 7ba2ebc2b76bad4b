/** Changes that an update of a file makes: objects by number, new and existing ones. */
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { MAX_NUMBER } from '../file/xref-table.ts';
import { integerOf, PdfReference, type PdfValue } from '../syntax/values.ts';

/** An object to be written. */
export interface NewObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
  /** The data, when it is a stream; it gets its length when it is written. */
  readonly data: Uint8Array | undefined;
}

export class Changes {
  readonly #objects = new Map<number, NewObject>();
  #next: number;

  constructor(file: PdfFile) {
    const { table, trailer } = file.index;
    const size = integerOf(trailer.get('Size')) ?? 0;
    this.#next = Math.max(table.highest + 1, size <= MAX_NUMBER ? size : 0, 1);
  }

  /** One more than the highest number of all objects. */
  get size(): number {
    return this.#next;
  }

  /** All of them by number. */
  get objects(): readonly NewObject[] {
    return [...this.#objects.values()].toSorted((a, b) => a.number - b.number);
  }

  has(number: number): boolean {
    return this.#objects.has(number);
  }

  /** A number that no object has. @throws {@link PdfError} `pdf.too_large` */
  allocate(): PdfReference {
    if (this.#next > MAX_NUMBER) throw new PdfError('pdf.too_large', 'the document has no more object numbers');
    const reference = new PdfReference(this.#next, 0);
    this.#next += 1;
    return reference;
  }

  /** Adds an object. */
  add(value: PdfValue, data?: Uint8Array): PdfReference {
    const reference = this.allocate();
    this.set(reference, value, data);
    return reference;
  }

  /** Gives the object of `reference` another value. */
  set({ number, generation }: PdfReference, value: PdfValue, data?: Uint8Array): void {
    this.#objects.set(number, { number, generation, value, data });
  }
}
