/** A PKCS #10 request as rules see it (RFC 2986 §4). */
import { type EncodingDefects, encodingDefects } from '../ber/encoding-defects.ts';
import { Element, requireTag, Sequence } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { bitString, oidText, smallInteger, Tag } from '../ber/values.ts';
import type { Signed } from '../certificate/certificate-under-lint.ts';
import type { ExtensionForm, WrittenExtension } from '../certificate/extension-form.ts';
import { ExtensionsUnderLint } from '../certificate/extensions-under-lint.ts';
import { KNOWN_FORMS } from '../certificate/extensions/known-forms.ts';
import { NameUnderLint } from '../certificate/names/name-under-lint.ts';
import { PublicKeyUnderLint, readAlgorithm, type WrittenAlgorithm } from '../certificate/public-key-under-lint.ts';

/** An attribute as it is written. */
export interface WrittenRequestAttribute {
  readonly type: string;
  /** The SET of its values. */
  readonly values: Element;
}

export class RequestUnderLint {
  readonly #info: Element;
  /** 1; others as they are written. */
  readonly version: number;
  readonly subject: NameUnderLint;
  readonly publicKey: PublicKeyUnderLint;
  /** `[0]`, where it is written. */
  readonly attributesElement: Element | undefined;
  readonly attributes: readonly WrittenRequestAttribute[];
  /** `Extensions` that are asked for, where they are written. */
  readonly extensionsElement: Element | undefined;
  readonly extensions: ExtensionsUnderLint;
  readonly signed: Signed;
  #encoding: EncodingDefects | undefined;

  /** @throws {MalformedError} */
  constructor(octets: Uint8Array) {
    const parts = new Sequence(Element.only(octets), 'CertificationRequest');
    this.#info = parts.next('certificationRequestInfo');
    const algorithm = readAlgorithm(parts.next('signatureAlgorithm'));
    const value = bitString(parts.next('signature', Tag.bitString));
    this.signed = { algorithm, signature: value.octets, unusedBits: value.unusedBits };
    parts.finish();
    const fields = new Sequence(this.#info, 'CertificationRequestInfo');
    this.version = (smallInteger(fields.next('version', Tag.integer)) ?? Number.NaN) + 1;
    this.subject = new NameUnderLint(fields.next('subject'));
    this.publicKey = new PublicKeyUnderLint(fields.next('subjectPKInfo'));
    this.attributesElement = fields.optional(0xa0);
    fields.finish();
    this.attributes = (this.attributesElement?.children ?? []).map(readAttribute);
    const asked = this.attributes.find(({ type }) => type === EXTENSION_REQUEST)?.values.children[0];
    this.extensionsElement = asked && requireTag(asked, Tag.sequence, 'ExtensionRequest');
    this.extensions = new ExtensionsUnderLint(this.extensionsElement);
  }

  get algorithm(): WrittenAlgorithm {
    return this.signed.algorithm;
  }

  /** Violations of DER, of the fields and of the values of known extensions that can be read. */
  get encoding(): EncodingDefects {
    this.#encoding ??= encodingDefects([
      this.#info,
      this.algorithm.element,
      ...KNOWN_FORMS.flatMap((form) => this.extensions.element(form) ?? []),
    ]);
    return this.#encoding;
  }

  /** The value of an extension that is asked for; undefined without it, and for one that cannot be read, of which its own rule tells. */
  value<T>(form: ExtensionForm<T>): T | undefined {
    return this.extensions.value(form);
  }

  /** The first extension of a type. */
  extension(form: { readonly oid: string }): WrittenExtension | undefined {
    return this.extensions.find(form);
  }
}

function readAttribute(element: Element): WrittenRequestAttribute {
  const parts = new Sequence(element, 'an Attribute');
  const type = oidText(parts.next('type', Tag.objectIdentifier));
  const values = parts.next('values', Tag.set);
  parts.finish();
  if (values.children.length > MAX_VALUES) throw new MalformedError(`an attribute has more than ${MAX_VALUES} values`);
  return { type, values };
}

/** RFC 2985 §5.4.2. */
export const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
/** RFC 2985 §5.4.1. */
export const CHALLENGE_PASSWORD = '1.2.840.113549.1.9.7';
const MAX_VALUES = 1000;
