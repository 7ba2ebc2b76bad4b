/**
 * Serves an installation in the directory and the database that are named, with an end entity that has many certificates; revokes it over the
 * interface, and is killed after the first unit of them.
 *
 * The clock is what each step asks for the time of its records; it ends the process when some certificates are durably revoked.
 */
import process from 'node:process';
import { certificateOf, ENROLL } from '../support/ca-rest-setup.ts';
import { caOf } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { storeCertificates } from '../support/issued-certificates.ts';
import { givenUsername, KillingClock, where } from '../support/killed/killed-installation.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { TestServer } from '../support/test-server.ts';

const username = givenUsername!;
const clock = new KillingClock(() => revoked() > 0);
const server = await TestServer.start({ after: () => {} }, where, { clock });
const enrolled = await server.call(ENROLL, { body: newRequest({ username, subject: `CN=${username}` }) });
if (enrolled.status !== 200) throw new TypeError(enrolled.text);
const { storage } = server.running.installation;
const owner = (await storage.stores.endEntities.findByUsername(username))!;
await storeCertificates(storage, (await caOf(server, 'ManagementCA')).id, 1700, {
  ...owner,
  der: certificateOf(enrolled).der,
});
clock.arm();
const body = { reason_code: 1, delete: true };
const answer = await server.call(`/v1/endentity/${username}/revoke`, { method: 'PUT', body });
process.stderr.write(`the process was not killed, and answered ${answer.status}\n`);
process.exit(1);

function revoked(): number {
  const row = withDatabase(where, (database) =>
    database.prepare('SELECT count(*) AS n FROM certificate WHERE username = ? AND status = 40').get(username),
  );
  return Number(row!['n']);
}
