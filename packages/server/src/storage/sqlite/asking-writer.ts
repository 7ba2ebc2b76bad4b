/** Questions to a writer that answers later, from another thread or process. */
import { StorageUnavailableError, type UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { UnitOutcome } from '../engine/index.ts';
import type { ColumnValue } from '../sql/index.ts';
import { BoundGroup } from './bound-group.ts';
import type { WriteBinding } from './bound-writes.ts';
import type { Row } from './sqlite-connection.ts';
import type { Question, WriterAnswer } from './writer-frames.ts';

type Ask = (question: Question) => Promise<WriterAnswer>;

/** Has the units written together. Those that cannot be bound are not sent. */
export async function askToWrite(
  ask: Ask,
  binding: WriteBinding,
  units: readonly UnitOfWork[],
): Promise<readonly UnitOutcome[]> {
  const group = new BoundGroup(binding, units);
  if (group.units.length === 0) return group.outcomes([]);
  try {
    const answer = await ask({ type: 'units', units: group.units });
    if (answer.type !== 'outcomes') throw failureOf(answer);
    return group.outcomes(answer.outcomes);
  } catch (cause) {
    // Nobody can tell what a writer that has ended has stored.
    return group.unavailable(cause);
  }
}

/** Has one statement run in a transaction of its own. @throws {@link StorageUnavailableError} when the writer could not */
export async function askToRun(ask: Ask, sql: string, values: readonly ColumnValue[]): Promise<readonly Row[]> {
  const answer = await ask({ type: 'statement', sql, values });
  if (answer.type === 'failed') throw new StorageUnavailableError({ cause: answer.error, reason: answer.reason });
  if (answer.type !== 'rows') throw failureOf(answer);
  return answer.rows;
}

/** Returns the error of an answer that is not the one asked for. */
export function failureOf(answer: WriterAnswer): unknown {
  return answer.type === 'failed' ? answer.error : new TypeError(`the writer answered '${answer.type}'`);
}
