/** Punycode, which A-labels are written in (RFC 3492 §6.2). */

/** Returns what is encoded, in code points; undefined for what encodes nothing. */
export function decodePunycode(encoded: string): string | undefined {
  const delimiter = encoded.lastIndexOf('-');
  const output = encoded.slice(0, Math.max(delimiter, 0)).split('');
  let [codePoint, place, bias] = [128, 0, 72];
  for (let at = delimiter < 0 ? 0 : delimiter + 1; at < encoded.length;) {
    const start = place;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = DIGITS.indexOf((encoded[at++] ?? ' ').toLowerCase());
      if (digit < 0) return undefined;
      place += digit * weight;
      if (place > MAXIMUM) return undefined;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adapted(place - start, length, start === 0);
    codePoint += Math.floor(place / length);
    place %= length;
    if (codePoint > 0x10_ff_ff || (codePoint >= 0xd8_00 && codePoint < 0xe0_00)) return undefined;
    output.splice(place++, 0, String.fromCodePoint(codePoint));
  }
  return output.join('');
}

const BASE = 36;
const MAXIMUM = 0x7f_ff_ff_ff;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function adapted(difference: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? 700 : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  for (; delta > 455; k += BASE) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
