/**
 * Makes an installation in the directory and the database that are named, records a certificate, signs it, and is killed before it is stored.
 *
 * The clock is what issuance asks after the signature; it ends the process when the record is durable.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { HomeDirectory } from '../../packages/server/src/home-directory.ts';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { caType } from '../../packages/server/src/modules/ca/index.ts';
import { openInstallation } from '../../packages/server/src/wiring/installation.ts';
import { openSealer } from '../../packages/server/src/tokens/sealing/open-sealer.ts';
import { enrollmentOf } from '../old-databases/fixture.ts';
import { change } from './administration.ts';
import { withDatabase } from './server-database.ts';

const { values: given } = parseArgs({ options: { home: { type: 'string' }, database: { type: 'string' } } });
const where = { home: given.home!, database: given.database };
const home = await HomeDirectory.open(where.home);
const random = systemRandom();
const watch = { armed: false };
const clock = {
  steadyMs: () => systemClock.steadyMs(),
  nowMs() {
    if (watch.armed && isRecorded()) process.kill(process.pid, 'SIGKILL');
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
const { configuration } = installation;
const settings = {
  ...(await configuration.present(await configuration.get(caType, 'ManagementCA'))),
  recordBeforeSigning: 'ALWAYS',
};
await change(installation, 'CA_EDITING', [{ kind: 'change', type: caType.token, name: 'ManagementCA', settings }]);
await configuration.refresh();
watch.armed = true;
await installation.ra.enrollPkcs10.enroll({ kind: 'host' }, enrollmentOf('killed'));
process.stderr.write('the process was not killed\n');

function isRecorded(): boolean {
  return withDatabase(where, (database) => database.prepare('SELECT 1 FROM issuance_journal').get() !== undefined);
}
