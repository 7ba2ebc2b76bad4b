/** One status of an OCSP response as it is written (RFC 6960 §4.2.1). */
import { type Element, onlyChild, requireTag, Sequence } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { hex, smallInteger, Tag, WrittenTime } from '../ber/values.ts';
import { ExtensionsUnderLint } from '../certificate/extensions-under-lint.ts';
import { readAlgorithm, type WrittenAlgorithm } from '../certificate/public-key-under-lint.ts';

export type WrittenStatus =
  | { readonly kind: 'good' | 'unknown' }
  | { readonly kind: 'revoked'; readonly time: WrittenTime; readonly reason: number | undefined };

export class SingleResponseUnderLint {
  readonly element: Element;
  /** The certID. */
  readonly id: Element;
  readonly hashAlgorithm: WrittenAlgorithm;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** Content octets of the INTEGER. */
  readonly serialNumber: Uint8Array;
  readonly status: WrittenStatus;
  readonly thisUpdate: WrittenTime;
  readonly nextUpdate: WrittenTime | undefined;
  /** `Extensions`, where it is written. */
  readonly extensionsElement: Element | undefined;
  readonly extensions: ExtensionsUnderLint;

  /** @throws {MalformedError} */
  constructor(element: Element) {
    this.element = element;
    const parts = new Sequence(element, 'SingleResponse');
    this.id = parts.next('certID', Tag.sequence);
    const id = new Sequence(this.id, 'CertID');
    this.hashAlgorithm = readAlgorithm(id.next('hashAlgorithm'));
    this.issuerNameHash = id.next('issuerNameHash', Tag.octetString).content;
    this.issuerKeyHash = id.next('issuerKeyHash', Tag.octetString).content;
    this.serialNumber = id.next('serialNumber', Tag.integer).content;
    id.finish();
    this.status = readStatus(parts.next('certStatus'));
    this.thisUpdate = readTime(parts.next('thisUpdate'), 'thisUpdate');
    const nextUpdate = parts.optional(0xa0);
    this.nextUpdate = nextUpdate && readTime(onlyChild(nextUpdate, 'nextUpdate'), 'nextUpdate');
    const extensions = parts.optional(0xa1);
    this.extensionsElement =
      extensions && requireTag(onlyChild(extensions, 'singleExtensions'), Tag.sequence, 'Extensions');
    this.extensions = new ExtensionsUnderLint(this.extensionsElement);
    parts.finish();
  }

  /** The serial number in hexadecimal digits. */
  get serialText(): string {
    return hex(this.serialNumber);
  }
}

/**
 * Returns a GeneralizedTime.
 *
 * @throws {MalformedError}
 */
export function readTime(element: Element, what: string): WrittenTime {
  return new WrittenTime(requireTag(element, Tag.generalizedTime, what));
}

function readStatus(element: Element): WrittenStatus {
  if (element.tag === 0x80 || element.tag === 0x82) {
    if (element.length > 0) throw new MalformedError('a certStatus good or unknown is not a NULL');
    return { kind: element.tag === 0x80 ? 'good' : 'unknown' };
  }
  const parts = new Sequence(element, 'a certStatus', 0xa1);
  const revoked = readTime(parts.next('revocationTime'), 'revocationTime');
  const wrapper = parts.optional(0xa0);
  parts.finish();
  const reason = wrapper && requireTag(onlyChild(wrapper, 'revocationReason'), Tag.enumerated, 'CRLReason');
  return { kind: 'revoked', time: revoked, reason: reason && (smallInteger(reason) ?? Number.NaN) };
}
