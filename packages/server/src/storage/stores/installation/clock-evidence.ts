/** Evidence in the database with which the host's clock is compared. */
import type { ClockEvidence } from '../../../modules/installation/index.ts';
import { type Database, readDatabaseClock } from '../../engine/index.ts';
import { AuditRecordTimes } from './audit-store.ts';
import { CrlTimes } from '../crls/crl-store.ts';

/** Makes the time of day, in milliseconds, of what the clock of the database says: tests have a time of their own. */
export type DatabaseClock = (databaseMs: number) => number;

/**
 * The evidence of an installation. The clock of a database on this host says nothing that the host's does not.
 *
 * @param url - of the database; undefined for a file
 * @param databaseClock - taken for that of another host when it is given
 */
export function clockEvidence(
  database: Database,
  url: string | undefined,
  databaseClock: DatabaseClock | undefined,
): ClockEvidence {
  const records = new AuditRecordTimes(database);
  const crls = new CrlTimes(database);
  const isElsewhere = database.dialect === 'postgres' && (databaseClock !== undefined || isOnAnotherHost(url));
  return {
    newestRecordMs: () => records.newestMs(),
    newestRecordUpTo: (ms) => records.newestUpTo(ms),
    latestCrlMs: () => crls.latestMs(),
    async databaseMs() {
      if (!isElsewhere) return undefined;
      const now = await readDatabaseClock(database);
      return databaseClock?.(now) ?? now;
    },
  };
}

/** Sockets and loopback addresses lead to this one. A URL that names no host has one from the environment, which is not looked at. */
function isOnAnotherHost(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  return !(host === '' || host.startsWith('/') || /^(?:localhost|127\..*|\[::1\])$/.test(host));
}
