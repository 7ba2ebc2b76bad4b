/** Two servers on one PostgreSQL database: what ends soon is reported once. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../eventually.ts';
import { webhookReceiver } from '../../outbound/webhook-receiver.ts';
import { createProfiles, enroll, requestUnder } from '../support/ca-rest-setup.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTwoServers } from '../support/installations/two-servers.ts';

const CERTIFICATES = 25;
const DAY = 86_400;

it('two servers tell of each certificate once, whichever finds and whichever delivers', async (t) => {
  const hook = await webhookReceiver(t);
  const [one, two] = await startTwoServers(t, {
    notices: { webhook: { url: hook.url, secretFile: undefined }, mail: undefined },
  });
  await createProfiles(one, 'Months', { validity: '90d' });
  const names = Array.from({ length: CERTIFICATES }, (_, at) => `twice-${at}`);
  for (const name of names) await enroll(one, requestUnder('Months', { username: name, subject: `CN=${name}` }));
  const settings = { worker: 'CERTIFICATE_EXPIRATION_CHECKER', active: false, certificateProfiles: ['Months'] };
  const { status } = await one.administer('/documents/SERVICE/Months', {
    body: { settings: { ...settings, objects: ['CERTIFICATES'] } },
  });
  assert.equal(status, 201);
  await two.running.installation.configuration.refresh();
  const soon = Math.floor(Date.now() / 1000) + 5 * DAY;
  withDatabase(one, (rows) =>
    rows.exec(
      `UPDATE certificate SET not_before_s = ${soon - 90 * DAY}, not_after_s = ${soon} WHERE username LIKE 'twice-%'`,
    ),
  );
  const run = (server: TestServer) => server.call('/v1/system/service/Months/run', { method: 'PUT' });
  const answers = await Promise.all([run(one), run(two), run(one), run(two)]);
  assert.ok(answers.every((answer) => [200, 409].includes(answer.status)));
  const left = () =>
    withDatabase(
      one,
      (rows) =>
        Number(rows.prepare('SELECT count(*) AS n FROM notice_message').get()!['n']) +
        Number(rows.prepare('SELECT count(*) AS n FROM notice_pending').get()!['n']),
    );
  await eventually('the delivery', () => left() === 0);
  const told = hook.posts.flatMap(({ json }) => json.notices.map((notice) => notice['username']!));
  assert.deepEqual(told.toSorted(), names.toSorted());
});
