/** Checks of `/ready`: one for each thing that has to work before a request can be served. */
import { TOLERATED_STEP_BACK_MS } from '../kernel/clock-belief.ts';
import type { ReadinessCheck } from '../http/index.ts';
import type { Clock } from '../kernel/clock.ts';
import { MANAGEMENT_CA } from '../modules/installation/index.ts';
import { freeSpaceProblem } from '../host/free-space.ts';
import type { Installation } from './installation.ts';
import type { ListenerTls } from './listener-tls.ts';

/**
 * The checks of an installation.
 *
 * @param home - the home directory, which holds an embedded database and bodies of requests
 */
export function readinessChecks(
  installation: Installation,
  clock: Clock,
  tls: Pick<ListenerTls, 'problem'>,
  home: string,
): ReadinessCheck[] {
  const {
    ca: { authorities },
    clock: { belief: clockBelief },
    publishers,
    storage: { database, stores, writes },
    tokens: { cryptoTokens: tokens },
  } = installation;
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
      name: 'disk',
      problem: () => freeSpaceProblem(home),
    },
    {
      name: 'clock',
      async problem() {
        const { doubt } = clockBelief;
        if (doubt?.kind === 'wrong') return doubt.text;
        const behindMs = clockBelief.reachedMs((await stores.recordTimes.newestMs()) ?? 0) - clock.nowMs();
        if (behindMs <= TOLERATED_STEP_BACK_MS) return undefined;
        return `The clock is ${Math.ceil(behindMs / 1000)} s behind the newest audit record; CRLs and time-stamps are not signed until it is right. If it is right now, run 'sealwright admin accept-clock'.`;
      },
      async note() {
        const { doubt } = clockBelief;
        return doubt?.kind === 'unconfirmed' ? doubt.text : undefined;
      },
    },
    {
      name: 'publishers',
      async problem() {
        return undefined;
      },
      async note() {
        return publishers.watchPublishers.note;
      },
    },
    {
      name: 'server certificate',
      async problem() {
        return tls.problem;
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
