/** PEM, the textual encoding of DER structures (RFC 7468). */
import { PkiError } from './errors.ts';

/** Problems with PEM text. */
export type PemErrorCode =
  /** no BEGIN line at all */
  | 'pem.nothing_found'
  /** a BEGIN line without its END line, or with another label in it */
  | 'pem.bad_boundary'
  /** between the boundaries stands something other than base64 */
  | 'pem.bad_base64'
  /** RFC 1421 headers between the boundaries: a key that OpenSSL encrypted in its old way */
  | 'pem.encapsulated_headers'
  /** text longer than the bound, or more blocks than it */
  | 'pem.too_large';

/** Text that is not PEM. */
export class PemError extends PkiError<PemErrorCode> {}

/** One block: its label, such as `CERTIFICATE`, and what it encodes. */
export interface PemBlock {
  readonly label: string;
  readonly der: Uint8Array;
}

/**
 * Reads every block of a text, in order. Text before, between and after blocks is ignored (RFC 7468 §2).
 *
 * Lax where writers differ (§3): blanks and line breaks in the base64 may stand anywhere, missing padding is accepted. The
 * label of the old `NEW CERTIFICATE REQUEST` (§7) is answered as `CERTIFICATE REQUEST`, `X509 CERTIFICATE` (§5.1) as `CERTIFICATE`,
 * and `CRL` (§6), which NSS writes, as `X509 CRL`.
 *
 * @throws {@link PemError}
 */
export function parsePem(text: string): PemBlock[] {
  if (text.length > MAX_TEXT) {
    throw new PemError('pem.too_large', `PEM text of ${text.length} characters; at most ${MAX_TEXT} are read`);
  }
  const blocks: PemBlock[] = [];
  for (let begin = findBegin(text, 0); begin !== undefined;) {
    const end = requireEnd(text, begin);
    if (blocks.length >= MAX_BLOCKS) throw new PemError('pem.too_large', `more than ${MAX_BLOCKS} PEM blocks`);
    const label = OLD_LABELS.get(begin.label) ?? begin.label;
    blocks.push({ label, der: decodeBase64(text.slice(begin.after, end.at), label) });
    begin = findBegin(text, end.after);
  }
  if (blocks.length === 0) throw new PemError('pem.nothing_found', "the text has no '-----BEGIN ...-----' line");
  return blocks;
}

/** Writes one block: base64 in lines of 64 characters, a line feed after each line, the last one too (RFC 7468 §2). */
export function formatPem(label: string, der: Uint8Array): string {
  if (!LABEL.test(label)) throw new RangeError(`'${label}' is not a PEM label`);
  const lines = der.toBase64().match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

interface Boundary {
  readonly label: string;
  readonly at: number;
  readonly after: number;
}

function findBegin(text: string, from: number): Boundary | undefined {
  return findBoundary(text, '-----BEGIN ', from);
}

function requireEnd(text: string, begin: Boundary): Boundary {
  const end = findBoundary(text, '-----END ', begin.after);
  const next = findBegin(text, begin.after);
  if (end === undefined || (next !== undefined && next.at < end.at)) {
    throw new PemError('pem.bad_boundary', `'-----BEGIN ${begin.label}-----' has no END line`);
  }
  if (end.label !== begin.label) {
    throw new PemError('pem.bad_boundary', `'-----BEGIN ${begin.label}-----' ends with '-----END ${end.label}-----'`);
  }
  return end;
}

/** Finds the next boundary that starts with `start`; one that does not end as a boundary does is text like any other. */
function findBoundary(text: string, start: string, from: number): Boundary | undefined {
  for (let at = text.indexOf(start, from); at !== -1; at = text.indexOf(start, at + 1)) {
    const labelAt = at + start.length;
    const labelEnd = text.slice(labelAt, labelAt + MAX_LABEL + DASHES.length).indexOf(DASHES);
    if (labelEnd === -1) continue;
    const label = text.slice(labelAt, labelAt + labelEnd);
    if (LABEL.test(label)) return { label, at, after: labelAt + labelEnd + DASHES.length };
  }
  return undefined;
}

function decodeBase64(body: string, label: string): Uint8Array {
  if (body.includes(':')) {
    throw new PemError(
      'pem.encapsulated_headers',
      `the ${label} block holds headers (RFC 1421), which are not read; an encrypted key is read as PKCS#8`,
    );
  }
  try {
    return Uint8Array.fromBase64(body);
  } catch {
    throw new PemError('pem.bad_base64', `the ${label} block holds something other than base64`);
  }
}

const DASHES = '-----';
/** RFC 7468 §3 `label`: printable characters but hyphens, single blanks and hyphens between them. */
const LABEL = /^[!-,.-~]+(?:[ -][!-,.-~]+)*$/;
const OLD_LABELS = new Map([
  ['NEW CERTIFICATE REQUEST', 'CERTIFICATE REQUEST'],
  ['X509 CERTIFICATE', 'CERTIFICATE'],
  ['CRL', 'X509 CRL'],
]);
const MAX_LABEL = 64;
const MAX_BLOCKS = 10_000;
/** 16 MiB: a CRL of some hundred thousand entries; larger ones travel as DER. */
const MAX_TEXT = 16 * 1024 * 1024;
