/** What has to work for a request to be served, each as one check of `/ready`. */
import type { ReadinessCheck } from '../http/ops/index.ts';
import type { Clock } from '../kernel/clock.ts';
import { MANAGEMENT_CA } from '../modules/installation/index.ts';
import { NewestAuditRecord } from '../storage/audit-store.ts';
import type { Installation } from './installation.ts';

/** The checks of an installation. */
export function readinessChecks(installation: Installation, clock: Clock): ReadinessCheck[] {
  const { database, writes, authorities, tokens } = installation;
  const newest = new NewestAuditRecord(database);
  return [
    {
      name: 'database',
      async problem() {
        await database.readEpoch();
        await writes.requireTaken();
        return undefined;
      },
    },
    {
      name: 'clock',
      async problem() {
        const behindMs = ((await newest.timeMs()) ?? 0) - clock.nowMs();
        if (behindMs <= TOLERATED_STEP_MS) return undefined;
        return `The clock is ${Math.ceil(behindMs / 1000)} s behind the newest audit record; CRLs and time-stamps are not signed until it is right.`;
      },
    },
    {
      name: 'management CA',
      async problem() {
        const authority = await authorities.findByName(MANAGEMENT_CA);
        if (authority === undefined) return `There is no CA '${MANAGEMENT_CA}'.`;
        const { cryptoTokenId } = authority.settings;
        if (cryptoTokenId !== undefined && (await tokens.state(cryptoTokenId)) === 'active') return undefined;
        return `The crypto token of '${MANAGEMENT_CA}' is not active.`;
      },
    },
  ];
}

/** As much as the signing of CRLs tolerates. */
const TOLERATED_STEP_MS = 60_000;
