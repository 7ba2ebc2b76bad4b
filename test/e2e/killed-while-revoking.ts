/**
 * Makes an installation in the directory and the database that are named, and a CA with 2,000 certificates, revokes the CA, and is killed
 * while the certificates are revoked.
 *
 * The clock is what each step asks for the time of its records; it ends the process when some steps are durable.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { HomeDirectory } from '../../packages/server/src/home-directory.ts';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { caType } from '../../packages/server/src/modules/ca/index.ts';
import { openInstallation } from '../../packages/server/src/wiring/installation.ts';
import { openSealer } from '../../packages/server/src/tokens/sealing/open-sealer.ts';
import { change } from './administration.ts';
import { caSettings, HOST } from './ca-setup.ts';
import { storeCertificates } from './issued-certificates.ts';
import { withDatabase } from './server-database.ts';

const { values: given } = parseArgs({ options: { home: { type: 'string' }, database: { type: 'string' } } });
const where = { home: given.home!, database: given.database };
const home = await HomeDirectory.open(where.home);
const random = systemRandom();
const watch = { armed: false };
const clock = {
  steadyMs: () => systemClock.steadyMs(),
  nowMs() {
    if (watch.armed && revoked() >= 400) process.kill(process.pid, 'SIGKILL');
    return systemClock.nowMs();
  },
};
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
await change(installation, 'CA_CREATION', [
  { kind: 'create', type: caType.token, name: 'Killed', settings: caSettings('Killed') },
]);
const { id } = await installation.ca.initializeCa.initialize(HOST, 'Killed');
await storeCertificates(installation.storage, id, 2000);
await installation.ca.revokeCa.revoke(HOST, 'Killed', 'CESSATION_OF_OPERATION');
watch.armed = true;
installation.background.scheduler.start();
await installation.background.scheduler.wake('revoke-issued-certificates');
process.stderr.write('the process was not killed\n');

function revoked(): number {
  const row = withDatabase(where, (database) => database.prepare('SELECT progress FROM job').get());
  return (JSON.parse(row!['progress'] as string) as { certificates: number }).certificates;
}
