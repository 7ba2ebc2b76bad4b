/** Publishers on PostgreSQL: the tests of the embedded database, and two servers on one database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { eventually } from '../../eventually.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { webhookReceiver } from '../../outbound/webhook-receiver.ts';
import { createProfiles, enroll, requestUnder } from '../support/ca-rest-setup.ts';
import { publishedSerial } from '../support/published-serial.ts';
import { runServersOnPostgres } from '../support/servers-on-postgres.ts';
import { TestServer } from '../support/test-server.ts';

runServersOnPostgres();

await import('./publishers.test.ts');

const CERTIFICATES = 20;

it('two servers deliver whatever either of them issues', async (t) => {
  const database = await temporaryPostgres();
  const homes = ['one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `sealwright-${name}-`)));
  const ends: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const end of ends) await end();
    await database.remove();
    for (const home of homes) rmSync(home, { recursive: true });
  });
  const hook = await webhookReceiver(t);
  const masterKeySecret = randomBytes(32).toString('base64');
  const start = (home: string) =>
    TestServer.start(
      { after: (end: unknown) => void ends.unshift(end as () => Promise<void>) },
      { home, database: database.url, outboundHosts: outboundHosts(new URL(hook.url).host) },
      { masterKeySecret },
    );
  const one = await start(homes[0]!);
  cpSync(path.join(homes[0]!, 'admin'), path.join(homes[1]!, 'admin'), { recursive: true });
  const two = await start(homes[1]!);
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
