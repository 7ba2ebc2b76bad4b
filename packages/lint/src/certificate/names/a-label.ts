/** A-labels: labels of international domain names as certificates have them (RFC 5890 §2.3.2.1). */
import { decodePunycode } from './punycode.ts';

/** Returns whether a label that begins with `xn--` says a label of Unicode in normal form C. */
export function isALabel(label: string): boolean {
  return isULabel(decodePunycode(label.slice(4)));
}

/** A U-label has a character beyond ASCII, none that stands for nothing, and is in normal form C. */
function isULabel(label: string | undefined): boolean {
  return (
    label !== undefined && /[^\0-\u007F]/.test(label) && !/\p{Cn}/u.test(label) && label.normalize('NFC') === label
  );
}
