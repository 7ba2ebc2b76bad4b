/** Secrets of one line: from a file, from standard input, or asked for; never among the arguments, which others can read. */
import { FileError, UsageError } from '../errors.ts';
import { readInputFile } from '../files/input-file.ts';
import type { Session } from '../session.ts';

/** Which secret, and where it comes from. */
export interface SecretLine {
  /** For messages: `activation code`. */
  readonly what: string;
  /** Question for a person. */
  readonly question: string;
  /** The option that names the file: `--code-file`. */
  readonly option: string;
  /** Its value: a file, or `-` for standard input. Undefined: a person is asked. */
  readonly file: string | undefined;
}

/**
 * Reads the secret: the first line of the file, else what a person types without seeing it.
 *
 * @throws {@link UsageError} when there is neither a file nor a person
 * @throws {@link FileError}
 */
export async function readSecretLine(
  { context }: Session,
  { what, question, option, file }: SecretLine,
): Promise<string> {
  if (file === undefined) {
    const asked = await context.askSecret(question);
    if (asked !== undefined && asked !== '') return asked;
    throw new UsageError(`no ${what}: give it in a file with ${option}, or type it when asked`);
  }
  const content = file === '-' ? await context.readInput() : await readInputFile(file, `the ${what}`);
  const [secret = ''] = new TextDecoder().decode(content).split(/\r?\n/, 1);
  if (secret !== '') return secret;
  throw new FileError('cli.file_unusable', `the first line of ${file} is empty; the ${what} belongs there`);
}
