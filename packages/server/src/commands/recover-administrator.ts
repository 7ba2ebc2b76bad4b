/** `sealwright admin recover`: a new super administrator for those who have lost theirs. On the host only, recorded in the audit log. */
import process from 'node:process';
import { getByName } from '../modules/ca/index.ts';
import { MANAGEMENT_CA } from '../modules/installation/index.ts';
import type { GivenSettings } from '../server-config.ts';
import type { Installation } from '../wiring/installation.ts';
import { oneAtATime } from '../wiring/one-at-a-time.ts';
import { openConfigured } from '../wiring/open-configured.ts';
import { type Environment, readSurroundings } from './surroundings.ts';

/** @returns the exit code */
export async function recoverAdministrator(given: GivenSettings, environment: Environment): Promise<number> {
  const { config, surroundings } = await readSurroundings(given, environment);
  const { home, installation, onBackgroundError } = await openConfigured(config, surroundings);
  try {
    await oneAtATime({ ...installation, random: surroundings.random }, () => recover(installation), onBackgroundError);
  } finally {
    await installation.close();
  }
  process.stdout.write(`A new super administrator was issued; its certificate and key are in ${home.admin}.\n`);
  return 0;
}

async function recover({ authorities, configuration, superAdministrator }: Installation): Promise<void> {
  // Whoever had the turn before may have changed it.
  await configuration.refresh();
  const management = await getByName(authorities, MANAGEMENT_CA);
  await superAdministrator.create({ kind: 'host' }, management, 'ADMINISTRATOR_RECOVERED');
}
