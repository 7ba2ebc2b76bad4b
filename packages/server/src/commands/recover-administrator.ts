/** `sealwright admin recover`: a new super administrator for those who have lost theirs. On the host only, recorded in the audit log. */
import process from 'node:process';
import { HomeDirectory } from '../home-directory.ts';
import { getByName } from '../modules/ca/index.ts';
import { MANAGEMENT_CA } from '../modules/installation/index.ts';
import { openInstallation } from '../wiring/installation.ts';
import { openSealer } from '../wiring/master-key.ts';
import { readSurroundings } from './surroundings.ts';

/** @returns the exit code */
export async function recoverAdministrator(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { config, surroundings } = await readSurroundings(args, environment);
  const { clock, random, log } = surroundings;
  const home = await HomeDirectory.open(config.home);
  const sealer = await openSealer(home, random, surroundings.masterKeySecret);
  const installation = await openInstallation({
    home,
    database: config.database,
    sealer,
    clock,
    random,
    onBackgroundError: (error) => log.error({ err: error }, 'background task failed'),
  });
  try {
    const management = await getByName(installation.authorities, MANAGEMENT_CA);
    await installation.superAdministrator.create({ kind: 'host' }, management, 'ADMINISTRATOR_RECOVERED');
  } finally {
    await installation.store.close();
  }
  process.stdout.write(`A new super administrator was issued; its certificate and key are in ${home.admin}.\n`);
  return 0;
}
