/** Installation in the directory and the database of `--home` and `--database`, whose process is killed in the middle of its work. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { HomeDirectory } from '../../../../packages/server/src/home-directory.ts';
import { type HostClock, systemClock } from '../../../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../../../packages/server/src/kernel/random.ts';
import { openSealer } from '../../../../packages/server/src/tokens/sealing/open-sealer.ts';
import { openInstallation } from '../../../../packages/server/src/wiring/installation.ts';

const { values: given } = parseArgs({
  options: {
    home: { type: 'string' },
    database: { type: 'string' },
    username: { type: 'string' },
    crls: { type: 'string' },
    days: { type: 'string' },
    reads: { type: 'string' },
    delay: { type: 'string' },
  },
});

/** Place of the installation. */
export const where = { home: given.home!, database: given.database };

/** Clock that kills the process: `isDue` is asked each time that somebody reads the clock, from {@link KillingClock.arm} on. */
export class KillingClock implements HostClock {
  #armed = false;
  readonly #isDue: () => boolean;

  constructor(isDue: () => boolean) {
    this.#isDue = isDue;
  }

  arm(): void {
    this.#armed = true;
  }

  steadyMs(): number {
    return systemClock.steadyMs();
  }

  nowMs(): number {
    if (this.#armed && this.#isDue()) process.kill(process.pid, 'SIGKILL');
    return systemClock.nowMs();
  }
}

/** Opens the installation and takes its first start. */
export async function openKilled(clock: HostClock) {
  const home = await HomeDirectory.open(where.home);
  const random = systemRandom();
  const installation = await openInstallation({
    home,
    database: where.database,
    sealer: await openSealer(home, random, undefined),
    clock,
    random,
    onBackgroundError: (error) => {
      throw error;
    },
  });
  await installation.setup.firstStart();
  return installation;
}

/** The argument `--username`. */
export const givenUsername = given.username;
/** The arguments of an import: the days that profiles are valid for, and when the process is killed. */
export const givenImport = { days: Number(given.days), reads: Number(given.reads), delayMs: Number(given.delay) };
/** The argument `--crls`. */
export const givenCrls = Number(given.crls);
