/** PEM of octets that arrive in pieces (RFC 7468), so that a CRL of 50 MB is never in memory as a whole. */

/** Returns the length of the PEM of `length` octets. */
export function pemLength(label: string, length: number): number {
  const digits = Math.ceil(length / 3) * 4;
  return beginOf(label).length + digits + Math.ceil(digits / LINE_DIGITS) + endOf(label).length;
}

/** Yields the PEM from octet `start` up to but not including `end`. */
export async function* pemPieces(
  label: string,
  pieces: AsyncIterable<Uint8Array>,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const text of textPieces(label, pieces)) {
    const octets = new TextEncoder().encode(text);
    const wanted = octets.subarray(Math.max(start - at, 0), Math.max(end - at, 0));
    if (wanted.length > 0) yield wanted;
    at += octets.length;
    if (at >= end) return;
  }
}

async function* textPieces(label: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield beginOf(label);
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const octets = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = octets.length - (octets.length % LINE_OCTETS);
    if (whole > 0) yield linesOf(octets.subarray(0, whole));
    rest = octets.slice(whole);
  }
  if (rest.length > 0) yield linesOf(rest);
  yield endOf(label);
}

function linesOf(octets: Uint8Array): string {
  return octets.toBase64().replaceAll(LINE, '$&\n');
}

function beginOf(label: string): string {
  return `-----BEGIN ${label}-----\n`;
}

function endOf(label: string): string {
  return `-----END ${label}-----\n`;
}

const LINE_DIGITS = 64;
const LINE_OCTETS = 48;
const LINE = /.{1,64}/g;
