/** The extensions of one object, with their values read when they are first asked for. */
import { type Element, Sequence } from '../ber/element.ts';
import { boolean, oidText, Tag } from '../ber/values.ts';
import type { CommonParts } from '../common-parts/common-parts.ts';
import type { CommonOctets } from '../common-parts/known-common-parts.ts';
import { Reads } from '../common-parts/reads.ts';
import { type ExtensionForm, type ReadValue, readValue, type WrittenExtension } from './extension-form.ts';
import { COMMON_FORMS } from './extensions/known-forms.ts';

export class ExtensionsUnderLint {
  /** In their order; one that stands twice is there twice. */
  readonly all: readonly WrittenExtension[];
  readonly #all: readonly OneExtension[];
  /** The first of each type. */
  readonly #found = new Map<string, Found>();
  readonly #reads: Reads;
  #commonParts: CommonParts | undefined;

  /**
   * @param element - `Extensions`; undefined where there are none
   * @param reads - notes when the value of one is read that is not among {@link COMMON_FORMS}
   * @throws {MalformedError}
   */
  constructor(element: Element | undefined, reads = new Reads()) {
    this.#all = element === undefined ? [] : element.children.map((one) => new OneExtension(one, reads));
    this.all = this.#all;
    this.#reads = reads;
    for (const extension of this.#all)
      if (!this.#found.has(extension.oid)) this.#found.set(extension.oid, { extension, read: undefined });
  }

  /** Adds all that rules read without a note: types and criticality of all, values of the common ones. */
  addCommonOctets(octets: CommonOctets): void {
    for (const { isCommon, element, oidElement, criticalElement } of this.#all) {
      if (isCommon) octets.add(element);
      else {
        octets.mark(OF_ITS_OWN);
        octets.add(oidElement);
        if (criticalElement !== undefined) octets.add(criticalElement);
      }
    }
  }

  /** Has the values of common ones taken from there, where they are of the same octets. */
  share(commonParts: CommonParts): void {
    this.#commonParts = commonParts;
  }

  /** The first extension of a type. */
  find({ oid }: { readonly oid: string }): WrittenExtension | undefined {
    return this.#found.get(oid)?.extension;
  }

  has(form: { readonly oid: string }): boolean {
    return this.find(form) !== undefined;
  }

  /** The value of the first extension of a type; undefined without one, and for one that cannot be read: {@link defect} tells. */
  value<T>(form: ExtensionForm<T>): T | undefined {
    return this.#read(form)?.value as T | undefined;
  }

  /** Returns why the value of an extension cannot be read; undefined for one that can, or is absent. */
  defect(form: ExtensionForm<unknown>): string | undefined {
    return this.#read(form)?.defect;
  }

  /** The element of a value; undefined where {@link value} is. */
  element(form: ExtensionForm<unknown>): Element | undefined {
    return this.#read(form)?.element;
  }

  #read(form: ExtensionForm<unknown>): ReadValue | undefined {
    const found = this.#found.get(form.oid);
    if (found === undefined) return undefined;
    if (found.read === undefined) {
      const { extension } = found;
      found.read =
        extension.isCommon && this.#commonParts !== undefined
          ? this.#commonParts.value(form, extension)
          : readValue(form, extension.octets);
    }
    if (!found.extension.isCommon) this.#reads.own = true;
    return found.read;
  }
}

/** One extension, which notes when a rule reads octets that a certificate has for itself. */
class OneExtension implements WrittenExtension {
  readonly element: Element;
  readonly oid: string;
  readonly oidElement: Element;
  readonly critical: boolean;
  readonly criticalElement: Element | undefined;
  /** True for those of {@link COMMON_FORMS}. */
  readonly isCommon: boolean;
  readonly #value: Element;
  readonly #reads: Reads;

  /** @throws {MalformedError} */
  constructor(element: Element, reads: Reads) {
    const parts = new Sequence(element, 'an Extension');
    this.element = element;
    this.oidElement = parts.next('extnID', Tag.objectIdentifier);
    this.oid = oidText(this.oidElement);
    this.criticalElement = parts.optional(Tag.boolean);
    this.critical = this.criticalElement !== undefined && boolean(this.criticalElement);
    this.#value = parts.next('extnValue', Tag.octetString);
    parts.finish();
    this.isCommon = COMMON_OIDS.has(this.oid);
    this.#reads = reads;
  }

  get value(): Uint8Array {
    if (!this.isCommon) this.#reads.own = true;
    return this.octets;
  }

  /** As {@link value}, without a note. */
  get octets(): Uint8Array {
    return this.#value.content;
  }
}

interface Found {
  readonly extension: OneExtension;
  /** Undefined until it is asked for. */
  read: ReadValue | undefined;
}

const COMMON_OIDS: ReadonlySet<string> = new Set(COMMON_FORMS.map(({ oid }) => oid));
/** Stands where an Extension begins with the tag of a SEQUENCE. */
const OF_ITS_OWN = 0;
