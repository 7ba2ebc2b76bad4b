/** Recognition of what lint can look at, by its first octets. */

/** Kinds of objects that lint can look at. */
export type ObjectKind = 'certificate' | 'CRL' | 'request' | 'OCSP response';

/**
 * Returns what octets are the beginning of, in DER or BER of definite lengths; undefined for nothing of the kind. Nothing is checked beyond what tells them apart.
 *
 * @param head - the first octets, as far as behind the issuer or subject: 64 KiB are enough
 */
export function objectKindOf(head: Uint8Array): ObjectKind | undefined {
  const outer = headerAt(head, 0);
  if (outer?.tag !== SEQUENCE) return undefined;
  const inner = headerAt(head, outer.content);
  if (inner?.tag === ENUMERATED) return 'OCSP response';
  if (inner?.tag !== SEQUENCE) return undefined;
  const first = headerAt(head, inner.content);
  if (first?.tag === VERSION) return 'certificate';
  // A CRL of version 1 begins with its algorithm.
  if (first?.tag === SEQUENCE) return kindAfterAlgorithm(head, first.end) === 'CRL' ? 'CRL' : undefined;
  return first?.tag === INTEGER ? kindAfterNumber(head, first.end) : undefined;
}

/** The number is the version of a CRL or a request, or the serial number of a certificate of version 1. */
function kindAfterNumber(head: Uint8Array, at: number): ObjectKind | undefined {
  const second = headerAt(head, at);
  if (second?.tag !== SEQUENCE) return undefined;
  // Only of a request a name follows, and not an algorithm.
  const isName = second.end === second.content || headerAt(head, second.content)?.tag === SET;
  if (isName) return 'request';
  return kindAfterAlgorithm(head, second.end);
}

/** The issuer comes next, and then the time of a CRL or the validity of a certificate. */
function kindAfterAlgorithm(head: Uint8Array, at: number): ObjectKind | undefined {
  const issuer = headerAt(head, at);
  const next = issuer?.tag === SEQUENCE ? headerAt(head, issuer.end) : undefined;
  if (next?.tag === UTC_TIME || next?.tag === GENERALIZED_TIME) return 'CRL';
  return next?.tag === SEQUENCE ? 'certificate' : undefined;
}

/** Offsets of the content and of the end of the element at `at`; undefined where its header is cut off or has no definite length. */
function headerAt(
  octets: Uint8Array,
  at: number,
): { readonly tag: number; readonly content: number; readonly end: number } | undefined {
  const tag = octets[at];
  const first = octets[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  if (first < 0x80) return { tag, content: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count === 0 || count > 5 || at + 2 + count > octets.length) return undefined;
  let length = 0;
  for (let i = 0; i < count; i++) length = length * 256 + octets[at + 2 + i]!;
  return { tag, content: at + 2 + count, end: at + 2 + count + length };
}

const INTEGER = 0x02;
const ENUMERATED = 0x0a;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
/** `[0]` of a certificate. */
const VERSION = 0xa0;
