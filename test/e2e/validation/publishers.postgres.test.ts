/** Publishers on PostgreSQL: the tests of the embedded database, and two servers on one database. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../eventually.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { webhookReceiver } from '../../outbound/webhook-receiver.ts';
import { createProfiles, enroll, requestUnder } from '../support/ca-rest-setup.ts';
import { publishedSerial } from '../support/published-serial.ts';
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';
import { startTwoServers } from '../support/installations/two-servers.ts';

runServersOnPostgres();

await import('./publishers.test.ts');

const CERTIFICATES = 20;

it('two servers deliver whatever either of them issues', async (t) => {
  const hook = await webhookReceiver(t);
  const [one, two] = await startTwoServers(t, { outboundHosts: outboundHosts(new URL(hook.url).host) });
  const settings = { type: 'WEBHOOK', settings: { url: hook.url } };
  const { status } = await one.administer('/documents/PUBLISHER/hook', { body: { settings } });
  assert.equal(status, 201);
  await createProfiles(one, 'Posted', { publishers: ['hook'] });
  await two.running.installation.configuration.refresh();
  const issued = await Promise.all(
    Array.from({ length: CERTIFICATES }, (_, at) =>
      enroll(at % 2 === 0 ? one : two, requestUnder('Posted', { username: `p${at}`, subject: `CN=p${at}` })),
    ),
  );
  const serials = new Set(issued.map(({ serialNumber }) => publishedSerial(serialNumber)));
  const { publications } = one.running.installation.storage.stores;
  const [publisherId] = (await one.running.installation.configuration.listHeads('PUBLISHER')).map(({ id }) => id);
  await eventually('empty queues', async () => (await publications.summary(publisherId!)).waiting === 0);
  const posted = hook.posts.map(({ json }) => (json as unknown as { object: { serial_number: string } }).object);
  assert.deepEqual(new Set(posted.map((object) => object.serial_number)), serials);
});
