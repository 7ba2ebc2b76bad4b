/** The signing service on PostgreSQL: the same tests that run on the embedded database, and two servers on one database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { temporaryPostgres } from '../../packages/server/test/temporary-database.ts';
import { runServersOnPostgres } from './servers-on-postgres.ts';
import { TestServer } from './test-server.ts';
import { addWorker, propertiesOf, workers, type WorkerServer } from './worker-setup.ts';

it('has a worker changed on one server and at once on the other, and loses no change of either', async (t) => {
  const temporary = await temporaryPostgres();
  const database = temporary.url;
  t.after(() => temporary.remove());
  const surroundings = { masterKeySecret: randomBytes(32).toString('base64') };
  const one = await TestServer.start(t, { database }, surroundings);
  const second = await TestServer.start(t, { database }, surroundings);
  // Whose home directory has no administrator: the first one made the installation.
  const { caChain, superAdministrator } = one;
  const other = { running: second.running, caChain, superAdministrator };
  await addWorker(one, 7, { NAME: 'Both', A: '1' });
  const call = (server: WorkerServer, method: string, properties: Record<string, string>) =>
    workers(server, '/7', { method, body: { properties } });
  assert.deepEqual(await propertiesOf(other, 7), { NAME: 'Both', TYPE: 'UNKNOWN', A: '1' });
  assert.equal((await call(one, 'PATCH', { A: '2' })).status, 200);
  assert.equal((await propertiesOf(other, 7))['A'], '2');
  const names = Array.from({ length: 24 }, (_, index) => `P${index}`);
  const answers = await Promise.all(
    names.map((name, index) => call(index % 2 === 0 ? one : other, 'PATCH', { [name]: 'x' })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const properties = await propertiesOf(one, 7);
  assert.deepEqual(
    names.filter((name) => properties[name] === undefined),
    [],
  );
});

runServersOnPostgres();

for (const suite of [
  'authorizers',
  'cms-signer',
  'dispatchers',
  'plain-signatures',
  'plain-signer',
  'time-stamp-signer',
  'worker-log',
  'workers',
]) {
  await import(`./${suite}.test.ts`);
}
