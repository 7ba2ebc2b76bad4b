/** `sealwright admin accept-clock`: an operator's word that the clock is right. On the host only, recorded in the audit log. */
import process from 'node:process';
import { acceptClock } from '../modules/installation/index.ts';
import type { GivenSettings } from '../server-config/index.ts';
import { BadArgumentError } from './errors.ts';
import { openExisting } from './open-existing.ts';
import { type Environment, readSurroundings } from './surroundings.ts';

/** @returns the exit code */
export async function acceptHostClock(
  given: GivenSettings,
  environment: Environment,
  { time }: { readonly time: string | undefined },
): Promise<number> {
  const { config, surroundings } = await readSurroundings(given, environment);
  requireAsTold(time, surroundings.clock.nowMs());
  const { installation } = await openExisting(config, surroundings);
  try {
    const { atMs, latestMs } = await acceptClock({ kind: 'host' }, installation.clock.acceptance);
    process.stdout.write(`The clock is accepted: it is ${textOf(atMs)}.\n`);
    if (latestMs > atMs) {
      process.stdout.write(
        `Records or CRLs are dated up to ${textOf(latestMs)}. Those dates do not count from now on; the CRL Updater replaces such CRLs, with higher numbers.\n`,
      );
    }
  } finally {
    await installation.close();
  }
  return 0;
}

/** An operator who has looked at another clock can tell what it said. */
function requireAsTold(told: string | undefined, nowMs: number): void {
  const shown = textOf(nowMs);
  if (told === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/.test(told)) {
    throw new BadArgumentError(
      `--time has to be the present time in UTC as YYYY-MM-DDThh:mmZ, from a clock that you trust. The clock of this machine says ${shown}.`,
    );
  }
  if (Math.abs(Date.parse(told) - nowMs) <= TOLERATED_MS) return;
  throw new BadArgumentError(
    `It is ${told} by your word, and ${shown} by the clock of this machine. Set that clock first.`,
  );
}

function textOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Tolerance for reading a clock and typing the command, when seconds were left out. */
const TOLERATED_MS = 120_000;
