/** Types of objects of a PDF (ISO 32000-1 §7.3). */

/** Any object but a stream, which stands only where an indirect object does. */
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfReference | PdfArray | PdfDictionary;

export type PdfArray = readonly PdfValue[];

/** A name, without its solidus and with `#xx` resolved; one character for each octet. */
export class PdfName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A string, deciphered where the document is encrypted. */
export class PdfString {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** `number generation R`. */
export class PdfReference {
  readonly number: number;
  readonly generation: number;

  constructor(number: number, generation: number) {
    this.number = number;
    this.generation = generation;
  }
}

/** Entries by name; one whose value is null is like none at all (ISO 32000-1 §7.3.7). */
export class PdfDictionary {
  readonly entries: ReadonlyMap<string, PdfValue>;

  constructor(entries: ReadonlyMap<string, PdfValue> | Readonly<Record<string, PdfValue>>) {
    this.entries = entries instanceof Map ? entries : new Map(Object.entries(entries));
  }

  /** The entry as it stands: a reference is not followed. */
  get(key: string): PdfValue {
    return this.entries.get(key) ?? null;
  }

  /** The same dictionary with other values for some keys; null removes one. */
  with(changes: Readonly<Record<string, PdfValue>>): PdfDictionary {
    const entries = new Map(this.entries);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) entries.delete(key);
      else entries.set(key, value);
    }
    return new PdfDictionary(entries);
  }

  /** The name that the entry is; undefined when it is not one. */
  name(key: string): string | undefined {
    return nameOf(this.get(key));
  }
}

/** The name that `value` is; undefined when it is not one. */
export function nameOf(value: PdfValue): string | undefined {
  return value instanceof PdfName ? value.name : undefined;
}

/** The number that `value` is when it is a whole one of `min` at least; undefined otherwise. */
export function integerOf(value: PdfValue, min = 0): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min ? value : undefined;
}

export function isArray(value: PdfValue): value is PdfArray {
  return Array.isArray(value);
}
