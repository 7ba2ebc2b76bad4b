/** Critical options and extensions of a certificate (OpenSSH PROTOCOL.certkeys, "Critical options" and "Extensions"). */
import { compareBytes } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { SshError } from './errors.ts';
import { hasControlCharacters } from './line.ts';
import { sourceAddresses } from './source-address.ts';
import { SshReader } from './wire-reader.ts';
import { type SshWriter, writeSsh } from './wire-writer.ts';

/** One option, critical or not: where it stands decides. */
export interface SshOption {
  readonly name: string;
  /** Empty for a flag; else a `string`, for every option that is defined so far. */
  readonly data: Uint8Array;
}

/** Critical options that OpenSSH understands; a reader refuses a certificate with any other critical option. */
export const SSH_CRITICAL_OPTIONS = ['force-command', 'source-address', 'verify-required'] as const;

/** Extensions that OpenSSH understands; readers ignore others. Without `permit-pty` a user has no terminal, and so on. */
export const SSH_EXTENSIONS = [
  'no-touch-required',
  'permit-X11-forwarding',
  'permit-agent-forwarding',
  'permit-port-forwarding',
  'permit-pty',
  'permit-user-rc',
] as const;

/** An option that says all by being there, such as `permit-pty`. */
export function sshFlag(name: string): SshOption {
  return { name: requireName(name), data: NOTHING };
}

/** An option that holds octets, wrapped in a `string` as ssh-keygen writes `extension:name=value`; none make a flag. */
export function sshValueOption(name: string, value: Uint8Array): SshOption {
  if (value.length > MAX_VALUE) {
    throw new SshError('ssh.too_large', `the option '${excerpt(name)}' has more than ${MAX_VALUE} octets`);
  }
  return value.length === 0
    ? sshFlag(name)
    : { name: requireName(name), data: writeSsh((writer) => writer.string(value)) };
}

/**
 * Runs `command` whatever its user asks for.
 *
 * @throws {SshError} `ssh.bad_option` for an empty one, or control characters in it
 */
export function forceCommand(command: string): SshOption {
  if (command === '' || hasControlCharacters(command)) {
    throw new SshError('ssh.bad_option', 'a forced command is empty or holds control characters');
  }
  return sshValueOption('force-command', UTF8.encode(command));
}

/**
 * Lets the certificate be used from these addresses only.
 *
 * @param list - addresses and networks with commas between them: `10.0.0.0/8,2001:db8::/32,192.0.2.7`
 * @throws {SshError} `ssh.bad_option` for what sshd would refuse when somebody logs in
 */
export function sourceAddress(list: string): SshOption {
  return sshValueOption('source-address', UTF8.encode(sourceAddresses(list).join(',')));
}

/** Asks that a FIDO token verified its user. */
export function verifyRequired(): SshOption {
  return sshFlag('verify-required');
}

/**
 * The text in an option such as `force-command`.
 *
 * @throws {SshError} when it holds no text
 */
export function sshOptionText({ data }: SshOption): string {
  const reader = new SshReader(data);
  const text = reader.readText();
  reader.finish();
  return text;
}

/**
 * Writes options in the order of their names' octets.
 *
 * @throws {SshError} `ssh.option_order` for one that stands twice, `ssh.too_large` for more than 256
 */
export function writeOptions(writer: SshWriter, options: readonly SshOption[]): void {
  requireFew(options.length);
  const sorted = options.toSorted((a, b) => compareNames(a.name, b.name));
  for (const [at, { name, data }] of sorted.entries()) {
    if (at > 0 && sorted[at - 1]!.name === name) throw twice(name);
    writer.text(name).string(data);
  }
}

/**
 * Reads options and holds them to their order.
 *
 * @throws {SshError}
 */
export function readOptions(reader: SshReader): readonly SshOption[] {
  const options: SshOption[] = [];
  while (!reader.atEnd) {
    const option = { name: reader.readText(), data: reader.readString() };
    const previous = options.at(-1);
    if (previous?.name === option.name) throw twice(option.name);
    if (previous !== undefined && compareNames(previous.name, option.name) > 0) {
      throw new SshError('ssh.option_order', `the option '${excerpt(option.name)}' stands out of order`);
    }
    requireFew(options.push(option));
  }
  return options;
}

function requireName(name: string): string {
  if (/^[!-~]{1,128}$/.test(name)) return name;
  throw new SshError('ssh.bad_option', 'the name of an option is 1 to 128 printable characters of ASCII, no blanks');
}

function requireFew(count: number): void {
  if (count > MAX_OPTIONS) throw new SshError('ssh.too_large', `more than ${MAX_OPTIONS} options`);
}

function twice(name: string): SshError {
  return new SshError('ssh.option_order', `the option '${excerpt(name)}' stands twice`);
}

function compareNames(a: string, b: string): number {
  return compareBytes(UTF8.encode(a), UTF8.encode(b));
}

const NOTHING = new Uint8Array(0);
const UTF8 = new TextEncoder();
const MAX_OPTIONS = 256;
const MAX_VALUE = 8192;
