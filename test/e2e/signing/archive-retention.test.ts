/** The retention of documents that workers archive. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import type { CallOptions } from '../support/test-server.ts';

const PLAIN = {
  IMPLEMENTATION_CLASS: 'PlainSigner',
  CRYPTOTOKEN: 'Archived',
  DEFAULTKEY: 'ec',
  AUTHTYPE: 'NOAUTH',
  ARCHIVE: 'TRUE',
};
const DAY = 86_400;

describe('what was archived', () => {
  const shared = sharedServer();
  const ids = new Map<string, number>();
  const worker = async (name: string, properties: Readonly<Record<string, string>>) => {
    await makeWorker(shared.server, name, { ...PLAIN, ...properties });
    const { json } = await shared.server.administer(`/workers/${name}/status`);
    ids.set(name, json['id'] as number);
  };
  const sign = async (name: string, times = 1) => {
    for (let count = 0; count < times; count++) {
      const answer = await signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' } });
      assert.equal(answer.status, 200, answer.text);
    }
  };
  /** Counts the documents of each worker. */
  const kept = () =>
    withDatabase(shared.server, (database) =>
      Object.fromEntries(
        [...ids].map(([name, id]) => [
          name,
          Number(database.prepare('SELECT count(*) AS n FROM archive WHERE worker_id = ?').get(id)!['n']),
        ]),
      ),
    );
  const run = () => shared.server.call('/v1/system/service/Archive%20Retention/run', { method: 'PUT' });
  const configure = (archiveRetention: string, options: CallOptions = {}) =>
    shared.server.administer('/documents/SIGNINGCONFIG/signing-configuration', {
      method: 'PUT',
      body: { settings: { archiveRetention } },
      ...options,
    });

  before(async () => {
    await makeSigningToken(shared.server, 'Archived', { ec: ['EC', 'P-256'] });
    await worker('Short', { ARCHIVE_RETENTION: '1d' });
    await worker('Usual', {});
    await worker('Removed', {});
    await worker('Kept', { ARCHIVE_RETENTION: 'Forever' });
    await sign('Short', 120);
    for (const name of ['Usual', 'Removed', 'Kept']) await sign(name, 2);
    assert.equal((await shared.server.administer('/documents/WORKER/Removed', { method: 'DELETE' })).status, 200);
  });

  it('is kept for ever unless somebody says how long', async () => {
    assertRefusal(await run(), 409, /nothing to do/);
    assert.deepEqual(kept(), { Short: 120, Usual: 2, Removed: 2, Kept: 2 });
  });

  it('is removed when its worker says so, in units of bounded size that are recorded', async () => {
    shared.server.clock.advanceSeconds(DAY + 60);
    await sign('Short');
    assert.equal((await run()).status, 200);
    assert.deepEqual(kept(), { Short: 1, Usual: 2, Removed: 2, Kept: 2 });
    const rows = auditRows(shared.server).filter(({ event }) => event === 'ARCHIVE_REMOVED');
    assert.deepEqual(
      rows.map((row) => [row.actor, detailsOf(row)['workerId'], (detailsOf(row)['archiveIds'] as object[]).length]),
      [100, 20].map((count) => ['system', ids.get('Short'), count]),
    );
    const executed = auditRows(shared.server).findLast(({ event }) => event === 'SERVICE_EXECUTED')!;
    assert.deepEqual(detailsOf(executed), { name: 'Archive Retention', worker: 'ARCHIVE_RETENTION', done: 120 });
    assertRefusal(await run(), 409, /nothing to do/);
  });

  it('is removed as the signing service says of all other workers, former ones too', async () => {
    assert.equal((await configure('10d')).status, 200);
    assertRefusal(await run(), 409, /nothing to do/);
    shared.server.clock.advanceSeconds(10 * DAY);
    assert.equal((await run()).status, 200);
    assert.deepEqual(kept(), { Short: 0, Usual: 0, Removed: 0, Kept: 2 });
  });

  it('is not removed where nobody can read for how long it is kept', async () => {
    await sign('Usual');
    for (const ARCHIVE_RETENTION of ['0d', '-1d', 'soon', '1e9', '9'.repeat(40), '5']) {
      const settings = { properties: { ...PLAIN, ARCHIVE_RETENTION } };
      const changed = await shared.server.administer('/documents/WORKER/Usual', { method: 'PUT', body: { settings } });
      assert.equal(changed.status, 200, changed.text);
      assert.equal((await shared.server.administer('/workers/Usual/status')).json['state'], 'misconfigured');
    }
    shared.server.clock.advanceSeconds(40 * DAY);
    assertRefusal(await run(), 409, /nothing to do/);
    assert.equal(kept()['Usual'], 1);
    for (const wrong of ['0d', 'soon', '-5d']) assertRefusal(await configure(wrong), 400, /archiveRetention/);
  });

  it('is kept for as long as those say who may remove from the archive', async () => {
    const rights = {
      '/signing/edit/': 'ALLOW',
      '/signing/view/': 'ALLOW',
      '/cryptotoken/use/Archived/': 'ALLOW',
    } as const;
    const editor = await newOfficer(shared.server, 'editor', rights);
    const make = (name: string, properties: object, as: CallOptions['as']) =>
      shared.server.administer(`/documents/WORKER/${name}`, {
        method: 'POST',
        body: { settings: { properties: { ...PLAIN, ...properties } } },
        as: as!,
      });
    const put = (name: string, properties: object, as: CallOptions['as']) =>
      shared.server.administer(`/documents/WORKER/${name}`, {
        method: 'PUT',
        body: { settings: { properties: { ...PLAIN, ...properties } } },
        as: as!,
      });
    assertRefusal(await make('Mine', { ARCHIVE_RETENTION: '1s' }, editor), 403, /remove_from_archive/);
    assert.equal((await make('Mine', {}, editor)).status, 201);
    assertRefusal(await put('Mine', { ARCHIVE_RETENTION: '1s' }, editor), 403, /remove_from_archive/);
    assertRefusal(await put('Kept', {}, editor), 403, /remove_from_archive/);
    assert.equal((await put('Kept', { ARCHIVE_RETENTION: 'Forever', NOTE: 'x' }, editor)).status, 200);
    const remove = (name: string, as: CallOptions['as']) =>
      shared.server.administer(`/documents/WORKER/${name}`, { method: 'DELETE', as: as! });
    assertRefusal(await remove('Kept', editor), 403, /remove_from_archive/);
    assertRefusal(await configure('1s', { as: editor }), 403, /remove_from_archive/);
    const remover = await newOfficer(shared.server, 'remover', { ...rights, '/signing/remove_from_archive/': 'ALLOW' });
    assert.equal((await put('Mine', { ARCHIVE_RETENTION: '7y' }, remover)).status, 200);
    assert.equal((await remove('Mine', remover)).status, 200);
  });
});
