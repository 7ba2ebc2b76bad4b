/**
 * Makes an installation in the directory and the database that are named, records a certificate, signs it, and is killed before it is stored.
 *
 * The clock is what issuance asks after the signature; it ends the process when the record is durable.
 */
import process from 'node:process';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { enrollmentOf } from '../../old-databases/fixture.ts';
import { change } from '../support/administration.ts';
import { KillingClock, openKilled, where } from '../support/killed/killed-installation.ts';
import { withDatabase } from '../support/installations/server-database.ts';

const clock = new KillingClock(isRecorded);
const installation = await openKilled(clock);
const { configuration } = installation;
const settings = {
  ...(await configuration.present(await configuration.get(caType, 'ManagementCA'))),
  recordBeforeSigning: 'ALWAYS',
};
await change(installation, 'CA_EDITING', [{ kind: 'change', type: caType.token, name: 'ManagementCA', settings }]);
await configuration.refresh();
clock.arm();
await installation.ra.enrollWithRequest.enroll({ kind: 'host' }, enrollmentOf('killed'));
process.stderr.write('the process was not killed\n');

function isRecorded(): boolean {
  return withDatabase(where, (database) => database.prepare('SELECT 1 FROM issuance_journal').get() !== undefined);
}
