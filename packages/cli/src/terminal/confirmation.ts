/** The question that comes before what cannot be undone. */
import type { CliCommand } from '../cli-command.ts';
import { NotConfirmedError } from '../errors.ts';
import { printable } from './output.ts';
import type { Session } from '../session.ts';

/** The option of every command that destroys something. */
export interface ConfirmationOption {
  readonly yes?: boolean;
}

/** Declares `--yes`. */
export function declareConfirmation(command: CliCommand): CliCommand {
  return command.option('--yes', 'do it without a question; needed where nobody can be asked');
}

/**
 * Asks a person whether to go on, unless `--yes` says so.
 *
 * @param consequence - what is lost, as a sentence: `This removes the key 'signKey' for good.`
 * @throws {@link NotConfirmedError} when the answer is no, and where nobody can be asked
 */
export async function requireConfirmation(session: Session, command: CliCommand, consequence: string): Promise<void> {
  if (command.opts<ConfirmationOption>().yes === true) return;
  const answer = await session.context.askQuestion(`${printable(consequence)} Go on? [y/N] `);
  if (answer === undefined)
    throw new NotConfirmedError(`${consequence} Nothing was done: add --yes to do it without a question`);
  if (!/^\s*y(?:es)?\s*$/i.test(answer)) throw new NotConfirmedError('nothing was done: the answer was not yes');
}
