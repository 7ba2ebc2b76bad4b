/** One extension, with its value read when it is first asked for. */
import { type EncodingDefects, defectsWithin } from '../ber/encoding-defects.ts';
import { type Element, Sequence } from '../ber/element.ts';
import { boolean, oidText, Tag } from '../ber/values.ts';
import type { Reads } from '../common-parts/reads.ts';
import { type ExtensionForm, type ReadValue, readValue, type WrittenExtension } from './extension-form.ts';
import { COMMON_FORMS, KNOWN_FORMS } from './extensions/known-forms.ts';

/** An extension that notes when a rule reads octets that a certificate has for itself. */
export class OneExtension implements WrittenExtension {
  readonly element: Element;
  /** Always stands for the same octets; undefined for an extension that is not kept. */
  readonly number: number | undefined;
  readonly oid: string;
  readonly oidElement: Element;
  readonly critical: boolean;
  readonly criticalElement: Element | undefined;
  /** True for those of {@link COMMON_FORMS}. */
  readonly isCommon: boolean;
  /** Of a type whose value is read. */
  readonly #form: ExtensionForm<unknown> | undefined;
  readonly #value: Element;
  readonly #reads: Reads;
  #read: ReadValue | undefined;
  #encoding: EncodingDefects | undefined;

  /** @throws {MalformedError} */
  constructor(element: Element, reads: Reads, number?: number) {
    const parts = new Sequence(element, 'an Extension');
    this.element = element;
    this.number = number;
    this.oidElement = parts.next('extnID', Tag.objectIdentifier);
    this.oid = oidText(this.oidElement);
    this.criticalElement = parts.optional(Tag.boolean);
    this.critical = this.criticalElement !== undefined && boolean(this.criticalElement);
    this.#value = parts.next('extnValue', Tag.octetString);
    parts.finish();
    this.isCommon = COMMON_OIDS.has(this.oid);
    this.#form = FORMS.get(this.oid);
    this.#reads = reads;
  }

  get value(): Uint8Array {
    this.#note();
    return this.#value.content;
  }

  /** Returns the value, or why it cannot be read. There is one form for each type. */
  read(form: ExtensionForm<unknown>): ReadValue {
    this.#note();
    return this.#readAs(form);
  }

  /** Returns why the value cannot be read; undefined for one that can. Noted for one of {@link KNOWN_FORMS} only where it cannot. */
  defect(form: ExtensionForm<unknown>): string | undefined {
    const { defect } = this.#readAs(form);
    if (defect !== undefined || this.#form === undefined) this.#note();
    return defect;
  }

  /** True for the value of one of {@link KNOWN_FORMS} that cannot be read. */
  get isUnreadable(): boolean {
    return this.#form !== undefined && this.#readAs(this.#form).defect !== undefined;
  }

  /** True for the value of one of {@link KNOWN_FORMS} that is a sequence, or another list, of no elements. */
  get isEmpty(): boolean {
    return this.#form !== undefined && this.#readAs(this.#form).element?.length === 0;
  }

  /** Violations of DER, of the extension and of its value if that is one of {@link KNOWN_FORMS} and can be read. */
  get encoding(): EncodingDefects {
    this.#note();
    this.#encoding ??= this.#readEncoding();
    return this.#encoding;
  }

  #readEncoding(): EncodingDefects {
    const value = this.#form && this.#readAs(this.#form).element;
    return defectsWithin(this.element) | (value === undefined ? 0 : defectsWithin(value));
  }

  #readAs(form: ExtensionForm<unknown>): ReadValue {
    this.#read ??= readValue(form, this.#value);
    return this.#read;
  }

  #note(): void {
    if (!this.isCommon) this.#reads.own = true;
  }
}

const COMMON_OIDS: ReadonlySet<string> = new Set(COMMON_FORMS.map(({ oid }) => oid));
const FORMS: ReadonlyMap<string, ExtensionForm<unknown>> = new Map(KNOWN_FORMS.map((form) => [form.oid, form]));
