/** The extensions of one object, with their values read when they are first asked for. */
import { Element, Sequence } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { boolean, oidText, Tag } from '../ber/values.ts';
import type { ExtensionForm, WrittenExtension } from './extension-form.ts';

export class ExtensionsUnderLint {
  /** In their order; one that stands twice is there twice. */
  readonly all: readonly WrittenExtension[];
  /** The first of each type. */
  readonly #found = new Map<string, Found>();

  /**
   * @param element - `Extensions`; undefined where there are none
   * @throws {MalformedError}
   */
  constructor(element: Element | undefined) {
    this.all = element === undefined ? [] : element.children.map(readExtension);
    for (const extension of this.all)
      if (!this.#found.has(extension.oid)) this.#found.set(extension.oid, { extension, read: undefined });
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
    const found = this.#found.get(form.oid);
    if (found !== undefined) found.read ??= readValue(form, found.extension.value);
    return found?.read;
  }
}

interface Found {
  readonly extension: WrittenExtension;
  /** Undefined until it is asked for. */
  read: ReadValue | undefined;
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
