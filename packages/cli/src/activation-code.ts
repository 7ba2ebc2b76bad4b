/** The activation code of a crypto token: from a file, from standard input, or asked for; never among the arguments, which others can read. */
import type { Command } from 'commander';
import { FileError, UsageError } from './errors.ts';
import { readInputFile } from './input-file.ts';
import type { Session } from './session.ts';

/** The options that say where the code comes from. */
export interface CodeOptions {
  readonly codeFile?: string;
}

/** Declares the options. */
export function declareCodeOptions(command: Command): Command {
  return command.option('--code-file <file>', "the code is the first line of this file, or of standard input ('-')");
}

/**
 * Reads the code: the first line of the file, else what a person types without seeing it.
 *
 * @throws {@link UsageError} when there is neither a file nor a person
 * @throws {@link FileError}
 */
export async function readActivationCode(session: Session, { codeFile }: CodeOptions, token: string): Promise<string> {
  if (codeFile === undefined) {
    const asked = await session.context.askSecret(`Activation code of '${token}': `);
    if (asked !== undefined && asked !== '') return asked;
    throw new UsageError('no activation code: give it in a file with --code-file, or type it when asked');
  }
  const content =
    codeFile === '-' ? await session.context.readInput() : await readInputFile(codeFile, 'the activation code');
  const [code = ''] = new TextDecoder().decode(content).split(/\r?\n/, 1);
  if (code !== '') return code;
  throw new FileError('cli.file_unusable', `the first line of ${codeFile} is empty; the activation code belongs there`);
}
