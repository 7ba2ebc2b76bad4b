/** Results of acts on one end entity, and what they have in common. */
import type { CliCommand } from '../cli-command.ts';
import { EndEntityNotFoundError, UsageError } from '../errors.ts';
import type { EndEntityOutcome, EndEntityRest, StoredEndEntity } from '../rest/end-entity-rest.ts';
import type { PendingApproval } from '../rest/pending-approval.ts';
import type { Ending, Session } from '../session.ts';
import { printable, type Result } from '../terminal/output.ts';

/** Contents of a result in addition to the outcome. */
export interface Shown {
  readonly username: string;
  /** A password that nobody else has been told. */
  readonly generated?: string | undefined;
  /** Further members for programs. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Result of an act that is done. @param outcome - a word such as `added` */
export function doneResult(outcome: string, { username, generated, more }: Shown): Result {
  const password = generated === undefined ? '' : `password: ${generated}\n`;
  return {
    text: () => `${outcome}: ${printable(username)}\n${password}`,
    // JSON leaves out what is undefined.
    json: { outcome, username, ...more, password: generated },
  };
}

/** Shows the result of an act, done or waiting for approval, and returns how its command ends. */
export function showResult(
  session: Pick<Session, 'show'>,
  result: EndEntityOutcome | { readonly outcome: 'unchanged' },
  act: string,
  shown: Shown,
): Ending {
  if (result.outcome === 'pending-approval') {
    session.show(pendingResult(result, act, shown));
    return 'pending-approval';
  }
  session.show(doneResult(result.outcome === 'done' ? act : 'unchanged', shown));
  return 'success';
}

/** Result of an act that others have to approve. */
function pendingResult(pending: PendingApproval, act: string, { username, generated }: Shown): Result {
  const { requestId, info } = pending;
  const password = generated === undefined ? '' : `password, once it is approved: ${generated}\n`;
  return {
    text: () => `${printable(info)} Request ${requestId}: not ${act} yet.\n${password}`,
    json: { outcome: pending.outcome, request_id: requestId, info_message: info, username, password: generated },
  };
}

/** Returns the username among the arguments. @throws {@link UsageError} when it is empty */
export function requireUsername({ args: [username = ''] }: CliCommand): string {
  if (username.trim() === '') throw new UsageError('the username is empty; it has to be that of an end entity');
  return username;
}

/** Finds an end entity. @throws {@link EndEntityNotFoundError} also for one that the caller may not see */
export async function requireEndEntity(rest: EndEntityRest, username: string): Promise<StoredEndEntity> {
  const found = await rest.get(username);
  if (found !== undefined) return found;
  throw new EndEntityNotFoundError(`there is no end entity '${username}', or none that you may see`);
}
