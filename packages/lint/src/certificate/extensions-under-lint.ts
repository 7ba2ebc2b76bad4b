/** The extensions of one object, with their values read when they are first asked for. */
import { Element, Sequence } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { boolean, oidText, Tag } from '../ber/values.ts';
import type { ExtensionForm, WrittenExtension } from './extension-form.ts';

export class ExtensionsUnderLint {
  /** In their order; one that stands twice is there twice. */
  readonly all: readonly WrittenExtension[];
  readonly #first = new Map<string, WrittenExtension>();
  readonly #values = new Map<string, ReadValue>();

  /**
   * @param element - `Extensions`; undefined where there are none
   * @throws {MalformedError}
   */
  constructor(element: Element | undefined) {
    this.all = element === undefined ? [] : element.children.map(readExtension);
    for (const extension of this.all) if (!this.#first.has(extension.oid)) this.#first.set(extension.oid, extension);
  }

  /** The first extension of a type. */
  find({ oid }: { readonly oid: string }): WrittenExtension | undefined {
    return this.#first.get(oid);
  }

  has(form: { readonly oid: string }): boolean {
    return this.find(form) !== undefined;
  }

  /** The value of the first extension of a type; undefined without one, and for one that cannot be read: {@link defect} tells. */
  value<T>(form: ExtensionForm<T>): T | undefined {
    const read = this.#read(form);
    return read !== undefined && 'value' in read ? (read.value as T) : undefined;
  }

  /** Returns why the value of an extension cannot be read; undefined for one that can, or is absent. */
  defect(form: ExtensionForm<unknown>): string | undefined {
    const read = this.#read(form);
    return read !== undefined && 'defect' in read ? read.defect : undefined;
  }

  /** The element of a value; undefined where {@link value} is. */
  element(form: ExtensionForm<unknown>): Element | undefined {
    const read = this.#read(form);
    return read !== undefined && 'element' in read ? read.element : undefined;
  }

  #read(form: ExtensionForm<unknown>): ReadValue | undefined {
    const known = this.#values.get(form.oid);
    if (known !== undefined) return known;
    const extension = this.find(form);
    if (extension === undefined) return undefined;
    const read = readValue(form, extension.value);
    this.#values.set(form.oid, read);
    return read;
  }
}

/** A value that could be read, or why it could not. */
type ReadValue = { readonly element: Element; readonly value: unknown } | { readonly defect: string };

function readExtension(element: Element): WrittenExtension {
  const parts = new Sequence(element, 'an Extension');
  const oid = oidText(parts.next('extnID', Tag.objectIdentifier));
  const criticalElement = parts.optional(Tag.boolean);
  const value = parts.next('extnValue', Tag.octetString).content;
  parts.finish();
  return { oid, critical: criticalElement !== undefined && boolean(criticalElement), criticalElement, value };
}

function readValue(form: ExtensionForm<unknown>, value: Uint8Array): ReadValue {
  try {
    const element = Element.only(value);
    return { element, value: form.read(element) };
  } catch (error) {
    if (error instanceof MalformedError) return { defect: error.message };
    throw error;
  }
}
