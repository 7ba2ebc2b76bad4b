/** An OCSP response as rules see it, before or after the signature (RFC 6960 §4.2.1). */
import { type EncodingDefects, encodingDefects } from '../ber/encoding-defects.ts';
import { Element, onlyChild, requireTag, Sequence } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { bitString, oidText, smallInteger, Tag, type WrittenTime } from '../ber/values.ts';
import { CertificateUnderLint } from '../certificate/certificate-under-lint.ts';
import { ExtensionsUnderLint } from '../certificate/extensions-under-lint.ts';
import { NameUnderLint } from '../certificate/names/name-under-lint.ts';
import { readAlgorithm, type WrittenAlgorithm } from '../certificate/public-key-under-lint.ts';
import { OCSP_FORMS } from './ocsp-forms.ts';
import { readTime, SingleResponseUnderLint } from './single-response.ts';

/** Responders by name or by the hash of their key. */
export type WrittenResponder =
  | { readonly kind: 'byName'; readonly name: NameUnderLint }
  | { readonly kind: 'byKey'; readonly hash: Uint8Array };

/** ResponseData: what is signed. */
export class ResponseDataUnderLint {
  readonly element: Element;
  /** `[0]`, where it is written. */
  readonly versionElement: Element | undefined;
  /** 1; others as they are written. */
  readonly version: number;
  readonly responderElement: Element;
  readonly responder: WrittenResponder;
  readonly producedAt: WrittenTime;
  readonly responses: readonly SingleResponseUnderLint[];
  /** `Extensions`, where it is written. */
  readonly extensionsElement: Element | undefined;
  readonly extensions: ExtensionsUnderLint;

  /** @throws {MalformedError} */
  constructor(element: Element) {
    this.element = element;
    const parts = new Sequence(element, 'ResponseData');
    this.versionElement = parts.optional(0xa0);
    this.version =
      this.versionElement === undefined
        ? 1
        : (smallInteger(requireTag(onlyChild(this.versionElement, 'version'), Tag.integer, 'version')) ?? Number.NaN) +
          1;
    this.responderElement = parts.next('responderID');
    this.responder = readResponder(this.responderElement);
    this.producedAt = readTime(parts.next('producedAt'), 'producedAt');
    const responses = parts.next('responses', Tag.sequence).children;
    if (responses.length > MAX_RESPONSES) throw new MalformedError(`there are more than ${MAX_RESPONSES} responses`);
    this.responses = responses.map((response) => new SingleResponseUnderLint(response));
    const extensions = parts.optional(0xa1);
    this.extensionsElement =
      extensions && requireTag(onlyChild(extensions, 'responseExtensions'), Tag.sequence, 'Extensions');
    this.extensions = new ExtensionsUnderLint(this.extensionsElement);
    parts.finish();
  }

  /** Extensions of the response, and of each status in it. */
  get allExtensions(): readonly ExtensionsUnderLint[] {
    return [this.extensions, ...this.responses.map(({ extensions }) => extensions)];
  }
}

/** The parts around the data. */
export interface OcspSignature {
  readonly algorithm: WrittenAlgorithm;
  readonly signature: Uint8Array;
  /** The list of certificates, where it is written. */
  readonly certificates: readonly Element[];
}

export class OcspResponseUnderLint {
  /** As it is written; 0, successful, before it is signed. */
  readonly status: number;
  /** Undefined in a response that is not a successful one of the basic type. */
  readonly data: ResponseDataUnderLint | undefined;
  /** Undefined before it is signed. */
  readonly signature: OcspSignature | undefined;
  /** The type of responseBytes, where they are. */
  readonly responseType: string | undefined;
  /** Where it speaks of certificates of CAs alone, as its responder knows. */
  readonly coversCas: boolean;
  readonly #elements: readonly Element[];
  #encoding: EncodingDefects | undefined;
  #responderCertificate: CertificateUnderLint | undefined;

  private constructor(
    parts: Pick<OcspResponseUnderLint, 'status' | 'data' | 'signature' | 'responseType' | 'coversCas'>,
    elements: readonly Element[],
  ) {
    this.status = parts.status;
    this.data = parts.data;
    this.signature = parts.signature;
    this.responseType = parts.responseType;
    this.coversCas = parts.coversCas;
    this.#elements = elements;
  }

  /**
   * Reads the octets that are to be signed.
   *
   * @throws {MalformedError}
   */
  static toBeSigned(octets: Uint8Array, coversCas: boolean): OcspResponseUnderLint {
    const element = Element.only(octets);
    const data = new ResponseDataUnderLint(element);
    return new OcspResponseUnderLint(
      { status: SUCCESSFUL, data, signature: undefined, responseType: BASIC, coversCas },
      [element],
    );
  }

  /**
   * Reads a whole OCSPResponse.
   *
   * @throws {MalformedError}
   */
  static whole(octets: Uint8Array, coversCas: boolean): OcspResponseUnderLint {
    const outer = Element.only(octets);
    const parts = new Sequence(outer, 'OCSPResponse');
    const status = smallInteger(parts.next('responseStatus', Tag.enumerated)) ?? Number.NaN;
    const wrapper = parts.optional(0xa0);
    parts.finish();
    if (wrapper === undefined)
      return new OcspResponseUnderLint(
        { status, data: undefined, signature: undefined, responseType: undefined, coversCas },
        [outer],
      );
    const bytes = new Sequence(onlyChild(wrapper, 'responseBytes'), 'ResponseBytes');
    const responseType = oidText(bytes.next('responseType', Tag.objectIdentifier));
    const { content } = bytes.next('response', Tag.octetString);
    bytes.finish();
    if (responseType !== BASIC)
      return new OcspResponseUnderLint({ status, data: undefined, signature: undefined, responseType, coversCas }, [
        outer,
      ]);
    const basic = Element.only(content);
    const fields = new Sequence(basic, 'BasicOCSPResponse');
    const data = new ResponseDataUnderLint(fields.next('tbsResponseData'));
    const algorithm = readAlgorithm(fields.next('signatureAlgorithm'));
    const { octets: signature } = bitString(fields.next('signature', Tag.bitString));
    const certificates = fields.optional(0xa0);
    fields.finish();
    const list = certificates && requireTag(onlyChild(certificates, 'certs'), Tag.sequence, 'certs').children;
    return new OcspResponseUnderLint(
      { status, data, signature: { algorithm, signature, certificates: list ?? [] }, responseType, coversCas },
      [outer, data.element, algorithm.element],
    );
  }

  get isBasic(): boolean {
    return this.responseType === BASIC;
  }

  /** The first certificate that comes with it; undefined without any. @throws {MalformedError} */
  get responderCertificate(): CertificateUnderLint | undefined {
    const [first] = this.signature?.certificates ?? [];
    if (first !== undefined) this.#responderCertificate ??= CertificateUnderLint.whole(first.raw);
    return this.#responderCertificate;
  }

  /** Violations of DER, of the fields and of the values of known extensions that can be read; certificates that come with it have their own lint. */
  get encoding(): EncodingDefects {
    const values = (this.data?.allExtensions ?? []).flatMap((extensions) =>
      OCSP_FORMS.flatMap((form) => extensions.element(form) ?? []),
    );
    this.#encoding ??= encodingDefects([...this.#elements, ...values]);
    return this.#encoding;
  }
}

function readResponder(element: Element): WrittenResponder {
  const inner = onlyChild(element, 'responderID');
  if (element.tag === 0xa1) return { kind: 'byName', name: new NameUnderLint(inner) };
  if (element.tag === 0xa2) return { kind: 'byKey', hash: requireTag(inner, Tag.octetString, 'KeyHash').content };
  throw new MalformedError('a responderID is neither byName nor byKey');
}

/** OCSPResponseStatus of a response with an answer. */
export const SUCCESSFUL = 0;
/** `id-pkix-ocsp-basic`. */
const BASIC = '1.3.6.1.5.5.7.48.1.1';
const MAX_RESPONSES = 10_000;
