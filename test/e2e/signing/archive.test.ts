import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { whileRefusing, withDatabase } from '../support/installations/server-database.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import type { Answer, TestServer } from '../support/test-server.ts';

const PLAIN = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner',
  CRYPTOTOKEN: 'Archived',
  DEFAULTKEY: 'ec',
  AUTHTYPE: 'NOAUTH',
};
const BASE64 = 'org.signserver.server.archive.base64dbarchiver.Base64DatabaseArchiver';

const BOTH = { ARCHIVERS: BASE64, 'ARCHIVER0.ARCHIVE_OF_TYPE': 'REQUEST_AND_RESPONSE' };
/** Five parts, and more than a line of the log or a record should hold. */
const LARGE = 'x'.repeat(900_000);

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
    const addresses = { 'ARCHIVER0.USE_FORWARDED_ADDRESS': 'TRUE', 'ARCHIVER0.INCLUDE_DIRECT_ADDRESS': 'TRUE' };
    await makeWorker(shared.server, 'Both', { ...PLAIN, ...BOTH, ...addresses });
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
    const answer = await whileRefusing(shared.server, 'INSERT', 'archive', () => sign('Answers', 'x'));
    assert.ok(answer.status >= 500, answer.text);
    assert.equal(answer.json['data'], undefined);
  });

  it('keeps nothing of a large document whose record is not stored', async () => {
    const answer = await whileRefusing(shared.server, 'INSERT', 'audit_record', () => sign('Both', LARGE));
    assert.ok(answer.status >= 500, answer.text);
    const left = withDatabase(shared.server, (database) =>
      ['archive_part', 'archive_loose'].map(
        (table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n'],
      ),
    );
    assert.deepEqual(left.map(Number), [0, 0]);
  });

  it('cannot be asked for requests by a worker that promises not to keep them', async () => {
    const requests = { ARCHIVERS: BASE64, 'ARCHIVER0.ARCHIVE_OF_TYPE': 'REQUEST', NO_REQUEST_ARCHIVING: 'TRUE' };
    await makeWorker(shared.server, 'Contradiction', { ...PLAIN, ...requests });
    const answer = await sign('Contradiction', 'x');
    assert.equal(answer.status, 500);
    assert.match(answer.json['error'] as string, /Worker is misconfigured$/);
  });
});

describe('a caller who may read the archive', () => {
  const shared = sharedServer();
  const sign = (data: string) => signing(shared.server, '/workers/Kept/process', { body: { data } });
  const archive = (target: string, options: Parameters<TestServer['administer']>[1] = {}) =>
    shared.server.administer(`/workers/${target}`, options);
  const documentsOf = (answer: Answer) => answer.json['documents'] as readonly Record<string, unknown>[];
  const reads = () => auditRows(shared.server).filter(({ event }) => event === 'ARCHIVE_READ');

  before(async () => {
    await makeSigningToken(shared.server, 'Archived', { ec: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Kept', { ...PLAIN, ...BOTH });
  });

  it('finds a document of any size by the id of its answer, as it was sent and as it was answered', async () => {
    const { json } = await sign(LARGE);
    const archiveId = json['archiveId'] as string;
    const answered = await archive(`Kept/archive/${archiveId}`);
    assert.equal(answered.status, 200, answered.text);
    assert.equal(answered.headers['content-type'], 'application/octet-stream');
    assert.equal(Buffer.from(answered.bytes).toString('base64'), json['data']);
    const sent = await archive(`Kept/archive/${archiveId}?type=REQUEST`);
    assert.equal(sent.text, LARGE);
    assert.equal(sent.headers['content-length'], String(LARGE.length));
    assert.deepEqual(
      reads()
        .slice(-2)
        .map((row) => detailsOf(row)['type']),
      ['RESPONSE', 'REQUEST'],
    );
  });

  it('lists the documents of a worker page by page, the newest first, by its name or id', async () => {
    shared.server.clock.advanceSeconds(10);
    const { json } = await sign('x');
    const first = await archive('Kept/archive?limit=3');
    assert.equal(first.status, 200, first.text);
    const [newest, ...rest] = documentsOf(first);
    assert.equal(newest!['archive_id'], json['archiveId']);
    assert.match(newest!['unique_id'] as string, /^[01];\d+;[0-9a-f]{40}$/);
    assert.equal(rest.length, 2);
    const id = (newest!['unique_id'] as string).split(';')[1]!;
    const second = await archive(`${id}/archive?limit=3&after=${first.json['next'] as string}`);
    assert.deepEqual([documentsOf(second).length, second.json['next']], [1, undefined]);
    assert.equal(detailsOf(reads().at(-1)!)['listed'], 1);
    for (const query of ['limit=1001', 'limit=0', 'after=x', 'after=1-2-3'])
      assert.equal((await archive(`Kept/archive?${query}`)).status, 400, query);
  });

  it('is told what is not there, which is recorded', async () => {
    assert.equal((await archive('Nobody/archive')).status, 404);
    assert.equal((await archive('Kept/archive/00ff')).status, 404);
    assert.equal(reads().at(-1)!.outcome, 'FAILURE');
    assert.equal((await archive('Kept/archive/00ff?type=BOTH')).status, 400);
  });

  it('has the right to, and others do not get as far as the worker', async () => {
    const administrator = await newOfficer(shared.server, 'workers', {
      '/signing/edit/': 'ALLOW',
      '/signing/view/': 'ALLOW',
    });
    for (const target of ['Kept/archive', 'Nobody/archive', 'Kept/archive/00ff'])
      assert.equal((await archive(target, { as: administrator })).status, 403, target);
    const auditor = await newOfficer(shared.server, 'archivist', { '/signing/view_archive/': 'ALLOW' });
    assert.equal((await archive('Kept/archive', { as: auditor })).status, 200);
    const before = 'before=2031-01-01T00:00:00Z';
    assert.equal((await archive(`Kept/archive?${before}`, { as: auditor, method: 'DELETE' })).status, 403);
    assert.equal((await archive('Kept/archive', { as: null })).status, 401);
  });

  it('removes what was kept for long enough, and nothing else', async (context) => {
    const kept = documentsOf(await archive('Kept/archive'));
    shared.server.clock.advanceSeconds(3600);
    const moment = new Date(shared.server.clock.nowMs()).toISOString();
    shared.server.clock.advanceSeconds(10);
    await sign('new');
    const remove = () => archive(`Kept/archive?before=${moment}`, { method: 'DELETE' });
    assert.deepEqual((await remove()).json, { removed: kept.length });
    assert.deepEqual((await remove()).json, { removed: 0 });
    assert.equal(documentsOf(await archive('Kept/archive')).length, 2);
    const record = auditRows(shared.server).findLast(({ event }) => event === 'ARCHIVE_REMOVED')!;
    assert.deepEqual(detailsOf(record)['archiveIds'], kept.map(({ archive_id: id }) => id).toReversed());
    const partsLeft = () =>
      withDatabase(shared.server, (database) => database.prepare('SELECT count(*) AS n FROM archive_part').get());
    await context.waitFor(() => assert.equal(Number(partsLeft()!['n']), 0));
    assert.equal((await archive('Kept/archive?before=yesterday', { method: 'DELETE' })).status, 400);
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
