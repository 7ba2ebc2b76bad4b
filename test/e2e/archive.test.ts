import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sharedServer } from './ca-rest-setup.ts';
import { whileRefusingRows, withDatabase } from './server-database.ts';
import { makeSigningToken, makeWorker, signing } from './signing-setup.ts';

const PLAIN = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner',
  CRYPTOTOKEN: 'Archived',
  DEFAULTKEY: 'ec',
  AUTHTYPE: 'NOAUTH',
};
const BASE64 = 'org.signserver.server.archive.base64dbarchiver.Base64DatabaseArchiver';

describe('the archive of a worker', () => {
  const shared = sharedServer();
  const sign = (worker: string, data: string, headers: Record<string, string> = {}) =>
    signing(shared.server, `/workers/${worker}/process`, { body: { data }, headers });
  const archived = (archiveId: unknown) =>
    withDatabase(shared.server, (database) =>
      database
        .prepare('SELECT worker_id, archive_id, type, time_ms, client_address, data FROM archive ORDER BY type')
        .all()
        .filter((row) => (row as { archive_id: string }).archive_id === archiveId),
    ) as unknown as readonly ArchiveRow[];

  before(() => makeSigningToken(shared.server, 'Archived', { ec: ['EC', 'P-256'] }));

  it('has the answer, as the client got it', async () => {
    await makeWorker(shared.server, 'Answers', { ...PLAIN, ARCHIVE: 'TRUE' });
    const { json, status, text } = await sign('Answers', 'x');
    assert.equal(status, 200, text);
    const rows = archived(json['archiveId']);
    assert.equal(rows.length, 1);
    assert.equal(rows[0]!.type, 0);
    assert.equal(rows[0]!.client_address, '127.0.0.1');
    assert.equal(Buffer.from(rows[0]!.data).toString('base64'), json['data']);
    assert.ok(Math.abs(rows[0]!.time_ms - shared.server.clock.nowMs()) < 60_000);
  });

  it('has the request beside it when the worker wants both, and who sent it', async () => {
    const both = { ARCHIVERS: BASE64, 'ARCHIVER0.ARCHIVE_OF_TYPE': 'REQUEST_AND_RESPONSE' };
    const addresses = { 'ARCHIVER0.USE_FORWARDED_ADDRESS': 'TRUE', 'ARCHIVER0.INCLUDE_DIRECT_ADDRESS': 'TRUE' };
    await makeWorker(shared.server, 'Both', { ...PLAIN, ...both, ...addresses });
    const { json } = await sign('Both', 'Grüße', { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' });
    const rows = archived(json['archiveId']);
    assert.deepEqual(
      rows.map(({ type }) => type),
      [0, 1],
    );
    assert.equal(Buffer.from(rows[1]!.data).toString(), 'Grüße');
    assert.equal(rows[1]!.client_address, '127.0.0.1, 192.0.2.2');
    assert.equal(rows[0]!.worker_id, rows[1]!.worker_id);
  });

  it('has nothing when the worker does not want it', async () => {
    await makeWorker(shared.server, 'Forgetful', PLAIN);
    assert.deepEqual(archived((await sign('Forgetful', 'x')).json['archiveId']), []);
  });

  it('takes a document, or nobody gets the answer', async () => {
    const answer = await whileRefusingRows(shared.server, 'archive', () => sign('Answers', 'x'));
    assert.ok(answer.status >= 500, answer.text);
    assert.equal(answer.json['data'], undefined);
  });

  it('takes no document that is too large', async () => {
    const answer = await sign('Both', 'x'.repeat(4 * 1024 * 1024 + 1));
    assert.equal(answer.status, 413, answer.text);
  });

  it('cannot be asked for requests by a worker that promises not to keep them', async () => {
    const requests = { ARCHIVERS: BASE64, 'ARCHIVER0.ARCHIVE_OF_TYPE': 'REQUEST', NO_REQUEST_ARCHIVING: 'TRUE' };
    await makeWorker(shared.server, 'Contradiction', { ...PLAIN, ...requests });
    const answer = await sign('Contradiction', 'x');
    assert.equal(answer.status, 500);
    assert.match(answer.json['error'] as string, /Worker is misconfigured$/);
  });
});

interface ArchiveRow {
  readonly worker_id: number;
  readonly archive_id: string;
  readonly type: number;
  readonly time_ms: number;
  readonly client_address: string;
  readonly data: Uint8Array;
}
