/** One line of an import, sent to the server. */
import { ConnectionError, RefusedError } from '../../errors.ts';
import type { EndEntityOutcome, EndEntityRest } from '../../rest/end-entity-rest.ts';
import { changedRecord, differences, type EndEntityRecord, MEMBER_NAMES, NEW_RECORD, newRecord } from '../record.ts';
import type { ImportLine } from './columns.ts';
import type { ReportLine } from './report.ts';

/** Waits so long, or until the signal. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

/** Treatment of all lines. */
export interface LineOptions {
  /** Edits end entities that are there already and not as the line says. */
  readonly update: boolean;
  /** Waits before a request is sent again. */
  readonly wait: Wait;
  /** Ends the attempts to have requests answered. */
  readonly signal: AbortSignal;
}

/**
 * Adds the end entity of a line, or finds that it is there already.
 *
 * A server that cannot be reached, or is too busy, is asked again for about a minute.
 *
 * @throws what the last attempt has thrown, but for refusals, which are outcomes
 */
export async function importLine(rest: EndEntityRest, line: ImportLine, options: LineOptions): Promise<ReportLine> {
  const { username, password, problem } = line;
  const refused = problem ?? missingMembers(line);
  if (refused !== undefined) return reportLine(line, 'refused', refused);
  const record = newRecord(username, { ...NEW_RECORD, ...line.changes }) as EndEntityRecord;
  const attempts = new Attempts(options);
  try {
    return outcomeOf(line, 'added', await attempts.make(() => rest.add(record, password)));
  } catch (error) {
    if (!(error instanceof RefusedError) || !CONFLICTS.has(error.status)) return refusalOf(line, error);
    return importExisting(rest, line, { ...options, refusal: error, attempts });
  }
}

/** Returns why a line that has no problem of its own cannot be added; undefined when it can. */
export function missingMembers({ username, changes }: ImportLine): string | undefined {
  const record = newRecord(username, { ...NEW_RECORD, ...changes });
  if ('username' in record) return undefined;
  return `it has no ${record.map((member) => MEMBER_NAMES[member]).join(', no ')}`;
}

interface ExistingOptions extends LineOptions {
  /** The server's answer to the attempt to add it. */
  readonly refusal: RefusedError;
  readonly attempts: Attempts;
}

/** Compares a line with the end entity that is there already, and edits that when it is asked for. */
async function importExisting(rest: EndEntityRest, line: ImportLine, options: ExistingOptions): Promise<ReportLine> {
  const { username, password, changes } = line;
  const { update, refusal, attempts } = options;
  const pending = /as request (\d+)\.$/.exec(refusal.message)?.[1];
  if (pending !== undefined) return reportLine(line, 'pending', `request ${pending}`);
  try {
    const existing = await new Attempts(options).make(() => rest.get(username));
    if (existing === undefined) return refusalOf(line, refusal);
    // The status changes by itself, so that it tells nothing of who has added the end entity.
    const { status, ...others } = changes;
    const different = differences(existing, others);
    // An answer was lost, and the request had come through.
    if (different.length === 0 && attempts.mayHaveArrived) return reportLine(line, 'added', '');
    if (!update) {
      if (different.length === 0) return reportLine(line, 'unchanged', '');
      const all = different.join(', ');
      return reportLine(line, 'refused', `an end entity of this username is there, and differs in ${all}`);
    }
    const sameStatus = status === undefined || status === existing.status;
    if (different.length === 0 && sameStatus && password === undefined) return reportLine(line, 'unchanged', '');
    const edited = await new Attempts(options).make(() =>
      rest.edit(existing, (current) => changedRecord(current, changes), password),
    );
    return outcomeOf(line, 'updated', edited);
  } catch (error) {
    return refusalOf(line, error);
  }
}

/** The attempts to have one request answered. */
class Attempts {
  readonly #options: Pick<LineOptions, 'signal' | 'wait'>;
  /** True when an attempt without an answer may have come through. */
  mayHaveArrived = false;

  constructor(options: Pick<LineOptions, 'signal' | 'wait'>) {
    this.#options = options;
  }

  async make<T>(send: () => Promise<T>): Promise<T> {
    const { signal, wait } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await send();
      } catch (error) {
        if (attempt >= WAITS_MS.length || signal.aborted || !isTemporary(error)) throw error;
        if (error instanceof ConnectionError) this.mayHaveArrived ||= error.mayHaveArrived;
        await wait(WAITS_MS[attempt]!, signal);
      }
    }
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof RefusedError) return BUSY.has(error.status);
  return error instanceof ConnectionError && error.code !== 'cli.tls';
}

function outcomeOf(line: ImportLine, done: 'added' | 'updated', outcome: EndEntityOutcome): ReportLine {
  return outcome.outcome === 'done'
    ? reportLine(line, done, '')
    : reportLine(line, 'pending', `request ${outcome.requestId}`);
}

/** Takes a refusal for the outcome of the line, unless it is one of every line. @throws anything else */
function refusalOf(line: ImportLine, error: unknown): ReportLine {
  if (!(error instanceof RefusedError) || BUSY.has(error.status)) throw error;
  return reportLine(line, 'refused', error.message);
}

/** A reason with the password in it is not shown at all: what is left of it would tell where the password was. */
function reportLine(
  { line, username, password }: ImportLine,
  outcome: ReportLine['outcome'],
  detail: string,
): ReportLine {
  const isTelling = outcome === 'refused' && password !== undefined && detail.includes(password);
  return { line, username, outcome, detail: isTelling ? HIDDEN : detail };
}

const HIDDEN = 'the reason repeats the password, and is not shown; the log of the server may have it';
/** Statuses of answers to the addition of what is there already. */
const CONFLICTS: ReadonlySet<number> = new Set([400, 409]);
/** Statuses of a server that cannot answer now. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const WAITS_MS: readonly number[] = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];
