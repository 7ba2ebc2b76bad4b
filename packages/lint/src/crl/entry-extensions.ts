/** The extensions of entries. Most of a CRL are the same few again and again, and are read once. */
import { type EncodingDefects, encodingDefects } from '../ber/encoding-defects.ts';
import { Element, requireTag } from '../ber/element.ts';
import { Tag } from '../ber/values.ts';
import { ExtensionsUnderLint } from '../certificate/extensions-under-lint.ts';
import type { Finding } from '../rule.ts';
import { certificateIssuer, ENTRY_FORMS, reasonCode } from './entry-forms.ts';

export class EntryExtensionsUnderLint {
  /** `Extensions` (RFC 5280 §5.3). */
  readonly element: Element;
  readonly extensions: ExtensionsUnderLint;
  /** Findings of the rules that look at it and at nothing else, once they have. */
  findings: readonly Finding[] | undefined;
  /** True once a summary of the entries has it. */
  isSummarized = false;
  /** True when it names the issuer of the certificate (RFC 5280 §5.3.3). */
  readonly namesIssuer: boolean;
  #encoding: EncodingDefects | undefined;

  /** @throws {MalformedError} */
  constructor(element: Element) {
    this.element = requireTag(element, Tag.sequence, 'crlEntryExtensions');
    this.extensions = new ExtensionsUnderLint(element);
    this.namesIssuer = this.extensions.has(certificateIssuer);
  }

  /** The reason; undefined without one, and for one that cannot be read. */
  get reason(): number | undefined {
    return this.extensions.value(reasonCode);
  }

  /** Violations of DER, of the extensions and of the values of known ones that can be read. */
  get encoding(): EncodingDefects {
    this.#encoding ??= encodingDefects([
      this.element,
      ...ENTRY_FORMS.flatMap((form) => this.extensions.element(form) ?? []),
    ]);
    return this.#encoding;
  }
}

/** A memory of a bounded number of different extensions. */
export class EntryExtensionsMemo {
  readonly #known: (Known | undefined)[] = Array.from({ length: SLOTS });

  /** @throws {MalformedError} */
  read(source: Uint8Array, start: number, end: number): EntryExtensionsUnderLint {
    const length = end - start;
    const slot = (length * 31 + source[end - 1]!) % SLOTS;
    const known = this.#known[slot];
    if (known !== undefined && isSame(known.octets, source, start, length)) return known.read;
    const octets = source.slice(start, end);
    const read = new EntryExtensionsUnderLint(Element.only(octets));
    this.#known[slot] = { octets, read };
    return read;
  }
}

interface Known {
  readonly octets: Uint8Array;
  readonly read: EntryExtensionsUnderLint;
}

function isSame(octets: Uint8Array, source: Uint8Array, start: number, length: number): boolean {
  if (octets.length !== length) return false;
  for (let i = 0; i < length; i++) if (octets[i] !== source[start + i]) return false;
  return true;
}

const SLOTS = 256;
