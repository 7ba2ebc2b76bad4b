/**
 * Makes an installation in the directory and the database that are named, and a CA with 2,000 certificates, revokes the CA, and is killed
 * while the certificates are revoked.
 *
 * The clock is what each step asks for the time of its records; it ends the process when some steps are durable.
 */
import process from 'node:process';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { change } from '../support/administration.ts';
import { caSettings, HOST } from '../support/ca-setup.ts';
import { storeCertificates } from '../support/issued-certificates.ts';
import { KillingClock, openKilled, where } from '../support/killed/killed-installation.ts';
import { withDatabase } from '../support/installations/server-database.ts';

const clock = new KillingClock(() => revoked() >= 400);
const installation = await openKilled(clock);
await change(installation, 'CA_CREATION', [
  { kind: 'create', type: caType.token, name: 'Killed', settings: caSettings('Killed') },
]);
const { id } = await installation.ca.initializeCa.initialize(HOST, 'Killed');
await storeCertificates(installation.storage, id, 2000);
await installation.ca.revokeCa.revoke(HOST, 'Killed', 'CESSATION_OF_OPERATION');
clock.arm();
installation.background.scheduler.start();
await installation.background.scheduler.wake('revoke-issued-certificates');
process.stderr.write('the process was not killed\n');

function revoked(): number {
  const row = withDatabase(where, (database) =>
    database.prepare('SELECT progress FROM job WHERE kind = ?').get('ca-revocation'),
  );
  return (JSON.parse(row!['progress'] as string) as { certificates: number }).certificates;
}
