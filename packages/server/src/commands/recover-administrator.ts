/** `sealwright admin recover`: a new super administrator for those who have lost theirs. On the host only, recorded in the audit log. */
import process from 'node:process';
import { getByName } from '../modules/ca/index.ts';
import { MANAGEMENT_CA, SETUP_LEASE } from '../modules/installation/index.ts';
import type { GivenSettings } from '../server-config/index.ts';
import { openExisting } from './open-existing.ts';
import { type Environment, readSurroundings } from './surroundings.ts';

/** @returns the exit code */
export async function recoverAdministrator(given: GivenSettings, environment: Environment): Promise<number> {
  const { config, surroundings } = await readSurroundings(given, environment);
  const { home, installation } = await openExisting(config, surroundings);
  const {
    background,
    configuration,
    ca: { authorities },
    clock: { belief: clockBelief },
    setup: { superAdministrator },
  } = installation;
  const certificate = installation.setup.serverCertificate(config.names);
  try {
    const recover = async () => {
      // Another process may have changed it while this one waited for its turn.
      await configuration.refresh();
      const management = await getByName(authorities, MANAGEMENT_CA);
      await superAdministrator.create({ kind: 'host' }, management, 'ADMINISTRATOR_RECOVERED');
      // An administrator whom the server's own certificate keeps out is of no use.
      await certificate.obtain(async () => management);
    };
    await background.leases.inTurn(SETUP_LEASE, recover);
    process.stdout.write(`A new super administrator was issued; its certificate and key are in ${home.admin}.\n`);
    const { doubt } = clockBelief;
    if (doubt !== undefined) process.stderr.write(`Warning: ${doubt.text}\n`);
  } finally {
    await installation.close();
  }
  return 0;
}
