/** The word that the clock is right, while records are dated later than it is: what an operator gives, or the program when it saw the clock err. */
import { planAndCommit } from '../../kernel/unit-of-work.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../access/index.ts';
import { type InstallationStore, putItem } from './installation-items.ts';

/** The last time that the clock was said to be right. All in milliseconds. */
export interface AcceptedClock {
  /** Reading of the clock. */
  readonly atMs: number;
  /** The latest date that was on a record or a CRL then: what is dated after `atMs` up to here was dated by a clock that was wrong. */
  readonly latestMs: number;
  /** By how much the clock was ahead of the database's. */
  readonly aheadOfDatabaseMs: number;
}

/** The dates that the clock is compared with. All in milliseconds since 1970. */
export interface ClockEvidence {
  /** Returns the time of the newest audit record; undefined while there is none. */
  newestRecordMs(): Promise<number | undefined>;
  /** Returns the time of the newest audit record that is not newer than `ms`. */
  newestRecordUpTo(ms: number): Promise<number | undefined>;
  /** The latest thisUpdate of a CRL. */
  latestCrlMs(): Promise<number | undefined>;
  /** The clock of the database, where another host keeps it; undefined otherwise. */
  databaseMs(): Promise<number | undefined>;
}

export interface AcceptClockDeps extends Pick<UseCaseDeps, 'audit' | 'clock' | 'store'> {
  readonly items: InstallationStore;
  readonly evidence: ClockEvidence;
}

/** Reads the clock that was last accepted; undefined when none ever was. */
export async function readAcceptedClock(items: InstallationStore): Promise<AcceptedClock | undefined> {
  const item = await items.findItem(ITEM);
  return item && (JSON.parse(new TextDecoder().decode(item.value)) as AcceptedClock);
}

/** Records that the clock is right now, with what contradicts it. */
export async function acceptClock(by: Administrator, deps: AcceptClockDeps): Promise<AcceptedClock> {
  const { audit, clock, evidence, items, store } = deps;
  return planAndCommit(async () => {
    const [existing, recordMs, crlMs, databaseMs] = await Promise.all([
      items.findItem(ITEM),
      evidence.newestRecordMs(),
      evidence.latestCrlMs(),
      evidence.databaseMs(),
    ]);
    const atMs = clock.nowMs();
    const accepted: AcceptedClock = {
      atMs,
      latestMs: Math.max(atMs, recordMs ?? 0, crlMs ?? 0),
      aheadOfDatabaseMs: databaseMs === undefined ? 0 : atMs - databaseMs,
    };
    const value = new TextEncoder().encode(JSON.stringify(accepted));
    const entry = {
      event: 'CLOCK_ACCEPTED',
      outcome: 'SUCCESS',
      actor: actorOf(by),
      details: {
        time: secondsOf(atMs),
        ...(recordMs === undefined ? {} : { newestAuditRecord: secondsOf(recordMs) }),
        ...(crlMs === undefined ? {} : { latestThisUpdate: secondsOf(crlMs) }),
        ...(databaseMs === undefined ? {} : { databaseTime: secondsOf(databaseMs) }),
      },
    } as const;
    return { unit: audit.unit([putItem(ITEM, value, existing)], [entry], undefined), result: accepted };
  }, store);
}

function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

const ITEM = 'clock/accepted';
