/** The extensions of one object, with their values read when they are first asked for. */
import type { EncodingDefects } from '../ber/encoding-defects.ts';
import { Element, readHeader } from '../ber/element.ts';
import type { CommonOctets } from '../common-parts/known-common-parts.ts';
import { Reads } from '../common-parts/reads.ts';
import type { SharedExtensions } from '../common-parts/shared-extensions.ts';
import type { ExtensionForm, WrittenExtension } from './extension-form.ts';
import { OneExtension } from './one-extension.ts';

export class ExtensionsUnderLint {
  /** In their order; one that stands twice is there twice. */
  readonly all: readonly WrittenExtension[];
  readonly #all: readonly OneExtension[];
  /** The first of each type, where there are many. */
  readonly #found: ReadonlyMap<string, OneExtension> | undefined;

  /**
   * @param element - `Extensions`; undefined where there are none
   * @param reads - notes when the value of one is read that is not among the common ones
   * @param shared - has those that were read before; undefined: all are read, and none is kept
   * @throws {MalformedError}
   */
  constructor(element: Element | undefined, reads = new Reads(), shared?: SharedExtensions) {
    this.#all = element === undefined ? [] : readAll(element, reads, shared);
    this.all = this.#all;
    if (this.#all.length > FEW)
      this.#found = new Map(this.#all.toReversed().map((extension) => [extension.oid, extension]));
  }

  /** Adds all that rules read without a note: types and criticality of all, values of the common ones, and whether others are readable or empty. */
  addCommonOctets(octets: CommonOctets): void {
    for (const extension of this.#all) {
      const { number, isCommon, element, oidElement, criticalElement } = extension;
      if (number !== undefined) octets.addNumber(KEPT, number);
      else if (isCommon) octets.add(element);
      else {
        octets.mark(extension.isUnreadable ? UNREADABLE : extension.isEmpty ? EMPTY : OF_ITS_OWN);
        octets.add(oidElement);
        if (criticalElement !== undefined) octets.add(criticalElement);
      }
    }
  }

  /** The first extension of a type. */
  find(form: { readonly oid: string }): WrittenExtension | undefined {
    return this.#first(form);
  }

  has(form: { readonly oid: string }): boolean {
    return this.#first(form) !== undefined;
  }

  /** The value of the first extension of a type; undefined without one, and for one that cannot be read: {@link defect} tells. */
  value<T>(form: ExtensionForm<T>): T | undefined {
    return this.#first(form)?.read(form).value as T | undefined;
  }

  /** Returns why the value of an extension cannot be read; undefined for one that can, or is absent. */
  defect(form: ExtensionForm<unknown>): string | undefined {
    return this.#first(form)?.defect(form);
  }

  /** Returns whether the value of an extension of a certificate is a list of no elements. */
  isEmpty(form: ExtensionForm<unknown>): boolean {
    return this.#first(form)?.isEmpty === true;
  }

  /** The element of a value; undefined where {@link value} is. */
  element(form: ExtensionForm<unknown>): Element | undefined {
    return this.#first(form)?.read(form).element;
  }

  /** Violations of DER, of all extensions and of the values of known ones that can be read. */
  get encoding(): EncodingDefects {
    return this.#all.reduce((defects, { encoding }) => defects | encoding, 0);
  }

  #first({ oid }: { readonly oid: string }): OneExtension | undefined {
    if (this.#found !== undefined) return this.#found.get(oid);
    for (const extension of this.#all) if (extension.oid === oid) return extension;
    return undefined;
  }
}

/** Makes no object for one that was read before. */
function readAll({ source, contentStart, end }: Element, reads: Reads, shared: SharedExtensions | undefined) {
  const all: OneExtension[] = [];
  for (let at = contentStart; at < end;) {
    const header = readHeader(source, at, end);
    const next = header.end;
    all.push(shared?.read(header, reads) ?? new OneExtension(Element.at(source, at, next), reads));
    at = next;
  }
  return all;
}

/** Stand where an Extension begins with the tag of a SEQUENCE, or where `critical` follows an identifier: no element there has one of these tags. */
const OF_ITS_OWN = 0xf0;
const UNREADABLE = 0xf1;
const EMPTY = 0xf2;
const KEPT = 0xf3;
/** Number of extensions up to which a search through all is quicker than making a map of them. */
const FEW = 32;
