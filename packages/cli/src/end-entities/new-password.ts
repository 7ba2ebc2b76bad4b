/** The password that an end entity gets: typed, read from a file, or generated; never an argument, which others can read. */
import type { CliCommand } from '../cli-command.ts';
import { UsageError } from '../errors.ts';
import type { Session } from '../session.ts';
import { printable } from '../terminal/output.ts';
import { readSecretLine } from '../terminal/secret-line.ts';

/** The options that say where it comes from. */
export interface NewPasswordOptions {
  readonly password?: true;
  readonly passwordFile?: string;
  readonly generatePassword?: true;
}

/** A password that is to be set. */
export interface NewPassword {
  readonly text: string;
  /** True when nobody but this command knows it yet. */
  readonly generated: boolean;
}

/** Declares the options. */
export function declareNewPassword(command: CliCommand): CliCommand {
  return command
    .option('--password', 'ask for its password, with which it enrolls')
    .option('--password-file <file>', "its password is the first line of this file, or of standard input ('-')")
    .option('--generate-password', 'generate its password, and show it once');
}

/**
 * Reads the password; undefined when none is to be set. One that is typed is asked for twice.
 *
 * @throws {@link UsageError}; {FileError}
 */
export async function readNewPassword(
  session: Session,
  { password, passwordFile, generatePassword }: NewPasswordOptions,
  username: string,
): Promise<NewPassword | undefined> {
  const ways = [password, passwordFile, generatePassword].filter((way) => way !== undefined);
  if (ways.length > 1)
    throw new UsageError('give one of --password, --password-file and --generate-password: there is one password');
  if (ways.length === 0) return undefined;
  if (generatePassword === true) return { text: generated(session), generated: true };
  const ask = (question: string) =>
    readSecretLine(session, { what: 'password', question, option: '--password-file', file: passwordFile });
  const text = await ask(`Password of the end entity ${printable(username)}: `);
  if (passwordFile === undefined && (await ask('Once more: ')) !== text)
    throw new UsageError('the two passwords are not the same; nothing was done');
  return { text, generated: false };
}

/** Returns the password that nobody has been told yet: the one that this command has made, or that the server has. */
export function generatedPassword(
  password: NewPassword | undefined,
  result: { readonly generatedPassword?: string | undefined },
): string | undefined {
  return password?.generated === true ? password.text : result.generatedPassword;
}

/** 24 characters that are not mistaken for each other, of 32: 120 bits. */
function generated({ context }: Session): string {
  return Array.from(context.random(LENGTH), (octet) => ALPHABET[octet % ALPHABET.length]!).join('');
}

const LENGTH = 24;
/** 32 characters, so that each octet chooses one as likely as any other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
