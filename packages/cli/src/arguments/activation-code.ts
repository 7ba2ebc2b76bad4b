/** The activation code of a crypto token. */
import type { CliCommand } from '../cli-command.ts';
import { UsageError } from '../errors.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import type { Session } from '../session.ts';

/** The options that say where the code comes from. */
export interface CodeOptions {
  readonly codeFile?: string;
}

/** Declares the options. */
export function declareCodeOptions(command: CliCommand): CliCommand {
  return command.option('--code-file <file>', "the code is the first line of this file, or of standard input ('-')");
}

/** Reads the code. Errors as of {@link readSecretLine}. */
export async function readActivationCode(session: Session, { codeFile }: CodeOptions, token: string): Promise<string> {
  const question = `Activation code of '${token}': `;
  return readSecretLine(session, { what: 'activation code', question, option: '--code-file', file: codeFile });
}

/** As {@link readActivationCode}, of a code that a token gets: what is typed is asked for twice, since a slip would lose the keys. */
export async function readNewActivationCode(session: Session, options: CodeOptions, token: string): Promise<string> {
  const { codeFile } = options;
  const ask = async (question: string) =>
    readSecretLine(session, { what: 'activation code', question, option: '--code-file', file: codeFile });
  const code = await ask(`Code that activates '${token}' from now on: `);
  if (codeFile === undefined && (await ask('Once more: ')) !== code)
    throw new UsageError('the two activation codes are not the same; nothing was done');
  return code;
}
