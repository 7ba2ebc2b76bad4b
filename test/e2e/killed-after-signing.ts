/**
 * Makes an installation in the directory that is named, records a certificate, signs it, and is killed before it is stored.
 *
 * The clock is what issuance asks after the signature; it ends the process when the record is durable.
 */
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { HomeDirectory } from '../../packages/server/src/home-directory.ts';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { caType } from '../../packages/server/src/modules/ca/index.ts';
import { firstStart } from '../../packages/server/src/modules/installation/index.ts';
import { openInstallation } from '../../packages/server/src/wiring/installation.ts';
import { openSealer } from '../../packages/server/src/wiring/master-key.ts';
import { enrolmentOf } from '../old-databases/fixture.ts';
import { change } from './administration.ts';

const home = await HomeDirectory.open(process.argv[2]!);
const random = systemRandom();
const watch = { armed: false };
const clock = {
  nowMs() {
    if (watch.armed && isRecorded()) process.kill(process.pid, 'SIGKILL');
    return systemClock.nowMs();
  },
};
const installation = await openInstallation({
  home,
  database: undefined,
  sealer: await openSealer(home, random, undefined),
  clock,
  random,
  onBackgroundError: (error) => {
    throw error;
  },
});
await firstStart({ ...installation, random });
const { configuration } = installation;
const settings = {
  ...(await configuration.present(await configuration.get(caType, 'ManagementCA'))),
  recordBeforeSigning: 'ALWAYS',
};
await change(installation, 'CA_EDITING', [{ kind: 'change', type: caType.token, name: 'ManagementCA', settings }]);
await configuration.refresh();
watch.armed = true;
await installation.enrolPkcs10.enrol({ kind: 'host' }, enrolmentOf('killed'));
process.stderr.write('the process was not killed\n');

function isRecorded(): boolean {
  const database = new DatabaseSync(path.join(process.argv[2]!, 'sealwright.db'), { readOnly: true });
  try {
    return database.prepare('SELECT 1 FROM issuance_journal').get() !== undefined;
  } finally {
    database.close();
  }
}
