/** The list of addresses in the option `source-address`, as strictly as sshd reads it when somebody logs in. */
import { excerpt } from '../excerpt.ts';
import { formatIpAddress, parseIpAddress } from '../general-name/index.ts';
import { SshError } from './errors.ts';

/**
 * Reads addresses and networks in CIDR form with commas between them, and answers each in its canonical text.
 *
 * A network whose address has bits beyond its prefix (`10.1.2.3/8`) is refused: sshd refuses the whole certificate for it.
 *
 * @throws {SshError} `ssh.bad_option`
 */
export function sourceAddresses(list: string): readonly string[] {
  const entries = list.length > MAX_TEXT ? [] : list.split(',');
  if (entries.length === 0 || entries.length > MAX_ENTRIES) {
    throw bad(`a list of source addresses has up to ${MAX_ENTRIES} entries and ${MAX_TEXT} characters`);
  }
  return entries.map((entry) => canonicalEntry(entry.trim()));
}

function canonicalEntry(entry: string): string {
  const [text = '', prefix, ...more] = entry.split('/');
  const address = more.length > 0 ? undefined : parseIpAddress(text);
  if (address === undefined) throw bad(`'${excerpt(entry)}' is neither an IP address nor a network such as 10.0.0.0/8`);
  if (prefix === undefined) return formatIpAddress(address);
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(bits <= address.length * 8)) throw bad(`'${excerpt(entry)}' has no prefix of 0 to ${address.length * 8} bits`);
  if (address.some((octet, at) => (octet & hostBits(bits, at)) !== 0)) {
    throw bad(`the address in '${excerpt(entry)}' has bits beyond its prefix`);
  }
  return `${formatIpAddress(address)}/${bits}`;
}

/** The bits of the octet `at` that a prefix of `bits` does not cover. */
function hostBits(bits: number, at: number): number {
  return 0xff >> Math.min(Math.max(bits - at * 8, 0), 8);
}

function bad(message: string): SshError {
  return new SshError('ssh.bad_option', message);
}

const MAX_ENTRIES = 64;
const MAX_TEXT = 4096;
