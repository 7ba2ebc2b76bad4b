/**
 * Makes an installation in the directory and the database that are named, and a CA with partitions and delta CRLs, and is killed when the CA is active and
 * has as many CRLs as `--crls` says.
 *
 * The clock is what the making of each CRL asks for the time.
 */
import process from 'node:process';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { change } from '../support/administration.ts';
import { caSettings, HOST } from '../support/ca-setup.ts';
import { givenCrls, KillingClock, openKilled, where } from '../support/killed/killed-installation.ts';
import { withDatabase } from '../support/installations/server-database.ts';

const clock = new KillingClock(isDue);
const installation = await openKilled(clock);
const settings = caSettings('Killed', {
  usePartitionedCrl: true,
  crlPartitions: 2,
  crlDistributionPoints: ['http://crl.example/killed*.crl'],
  deltaCrlPeriod: '2h',
});
await change(installation, 'CA_CREATION', [{ kind: 'create', type: caType.token, name: 'Killed', settings }]);
const { id } = (await installation.ca.authorities.findByName('Killed'))!;
clock.arm();
await installation.ca.initializeCa.initialize(HOST, 'Killed');
process.stderr.write('the process was not killed\n');

function isDue(): boolean {
  return withDatabase(where, (database) => {
    const active = database.prepare("SELECT 1 FROM ca_state WHERE ca_id = ? AND status = 'ACTIVE'").get(id);
    const crls = database.prepare('SELECT count(*) AS crls FROM crl WHERE ca_id = ?').get(id)!;
    return active !== undefined && Number(crls['crls']) === givenCrls;
  });
}
