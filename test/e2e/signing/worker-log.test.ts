/** Records of requests to workers in the worker log and the audit log. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

const LOGGERS = 'org.signserver.server.log.';
const PLAIN = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner',
  CRYPTOTOKEN: 'Signing',
  DEFAULTKEY: 'ec',
  AUTHTYPE: 'NOAUTH',
};

describe('the worker log', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-log-'));
  const shared = sharedServer({ workerDirectories: [directory] });
  after(() => rmSync(directory, { recursive: true }));

  before(() => makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] }));

  const process = (name: string, headers: Readonly<Record<string, string>> = {}) =>
    signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' }, headers });
  /** The lines of the log from a request on, without the access log. */
  async function logged(act: () => Promise<unknown>): Promise<readonly Record<string, unknown>[]> {
    const from = shared.server.log.length;
    await act();
    const lines = shared.server.log.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
    return lines.filter(({ msg }) => msg !== 'request');
  }

  it('has one record of a request, with who asked whom for what', async () => {
    await makeWorker(shared.server, 'Usual', PLAIN);
    const headers = { 'x-signserver-custom-1': 'ticket 7', 'x-forwarded-for': '192.0.2.1' };
    const [line, ...more] = await logged(() => process('Usual', headers));
    assert.deepEqual(more, []);
    const fields = line!['worker'] as Record<string, string>;
    assert.match(fields['LOG_ID']!, /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    assert.match(fields['WORKER_ID']!, /^\d+$/);
    assert.match(fields['REQUEST_FULLURL']!, /^https:\/\/.*\/signserver\/rest\/v1\/workers\/Usual\/process\?null$/);
    const expected = {
      WORKER_NAME: 'Usual',
      WORKER_AUTHTYPE: 'NOAUTH',
      CLIENT_IP: '127.0.0.1',
      CLIENT_AUTHORIZED: 'true',
      PROCESS_SUCCESS: 'true',
      PURCHASED: 'true',
      REQUEST_LENGTH: String(JSON.stringify({ data: 'x' }).length),
      XCUSTOM1: 'ticket 7',
      XFORWARDEDFOR: '192.0.2.1',
      CRYPTOTOKEN: 'Signing',
      KEYALIAS: 'ec',
    };
    for (const [field, value] of Object.entries(expected)) assert.deepEqual([field, fields[field]], [field, value]);
    assert.ok(Number(fields['REPLY_TIME']) >= Number(fields['LOG_TIME']));
    assert.ok(!('EXCEPTION' in fields));
  });

  it('has one record of a request that failed, and says why', async () => {
    await makeWorker(shared.server, 'Off', { ...PLAIN, DISABLED: 'TRUE' });
    for (const [name, message] of [
      ['Off', /is disabled/],
      ['nosuchworker101', /^No such worker: nosuchworker101$/],
    ] as const) {
      const records = (await logged(() => process(name))).filter((line) => 'worker' in line);
      assert.equal(records.length, 1);
      const fields = records[0]!['worker'] as Record<string, string>;
      assert.equal(fields['PROCESS_SUCCESS'], 'false');
      assert.match(fields['EXCEPTION']!, message);
    }
  });

  it('is one line in the order that the worker gives, whatever a client writes', async () => {
    await makeWorker(shared.server, 'Ordered', {
      ...PLAIN,
      WORKERLOGGER: `${LOGGERS}PatternWorkerLogger`,
      LOGORDER: '[${LOG_TIME}] ${WORKER_NAME}|${XCUSTOM1}|${PROCESS_SUCCESS}|${NONE}|${constructor}',
      LOGDATEFORMAT: "yyyy-MM-dd'T'HH:mm:ss.SSS z",
      LOGTIMEZONE: 'GMT',
      LOGLEVEL_DEFAULT: 'WARNING',
    });
    const headers = { 'x-signserver-custom-1': 'a\tb' };
    const [line, ...more] = await logged(() => process('Ordered', headers));
    assert.deepEqual(more, []);
    assert.match(
      line!['msg'] as string,
      /^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3} GMT\] Ordered\|a b\|true\|null\|null$/,
    );
    const day = new Date(shared.server.clock.nowMs()).toISOString().slice(0, 10);
    assert.ok((line!['msg'] as string).startsWith(`[${day}T`));
    assert.equal(line!['level'], 40);
  });

  for (const [LOGPATTERN, LOGORDER, expected] of [
    ['<(.+?)>', '<WORKER_NAME> ${WORKER_NAME} <>|<', ' ${WORKER_NAME} <>|<'],
    ['\\[(.+?)\\]', '[WORKER_NAME][PROCESS_SUCCESS]', 'true'],
    ['\\$\\{(.+?)}', '${WORKER_NAME}', ''],
    ['\\(\\((.+?)\\)\\)', '((WORKER_NAME)) (PROCESS_SUCCESS)', ' (PROCESS_SUCCESS)'],
    ['\\\\(.+?)%', '\\WORKER_NAME%', ''],
  ] as const)
    it(`has fields where ${LOGPATTERN} has them`, async () => {
      const name = `Pattern ${LOGPATTERN}`;
      const WORKERLOGGER = `${LOGGERS}PatternWorkerLogger`;
      await makeWorker(shared.server, name, { ...PLAIN, WORKERLOGGER, LOGPATTERN, LOGORDER });
      const lines = await logged(() => process(encodeURIComponent(name)));
      assert.deepEqual(
        lines.map(({ msg }) => msg),
        [name + expected],
      );
    });

  it('is silent where the worker wants none', async () => {
    await makeWorker(shared.server, 'Silent', { ...PLAIN, WORKERLOGGER: 'NullWorkerLogger' });
    assert.deepEqual(await logged(() => process('Silent')), []);
  });

  it('goes into the audit record where the worker wants that, of a failure as well', async () => {
    const WORKERLOGGER = `${LOGGERS}SecurityEventsWorkerLogger`;
    await makeWorker(shared.server, 'Some', { ...PLAIN, WORKERLOGGER, LOGINCLUDEFIELDS: 'XCUSTOM1, PROCESS_SUCCESS' });
    await makeWorker(shared.server, 'Most', { ...PLAIN, WORKERLOGGER, LOGEXCLUDEFIELDS: 'RESPONSE_ENCODED' });
    await makeWorker(shared.server, 'Failing', { ...PLAIN, WORKERLOGGER, DISABLED: 'TRUE' });
    const last = () => auditRows(shared.server).findLast(({ event }) => event === 'PROCESS')!;
    const fieldsOf = () => detailsOf(last())['log'] as Record<string, string>;
    assert.deepEqual(await logged(() => process('Some', { 'x-signserver-custom-1': 'y' })), []);
    assert.deepEqual(fieldsOf(), { XCUSTOM1: 'y', PROCESS_SUCCESS: 'true' });
    await process('Most');
    assert.equal(fieldsOf()['WORKER_NAME'], 'Most');
    assert.ok(!('RESPONSE_ENCODED' in fieldsOf()));
    await process('Failing');
    assert.equal(last().outcome, 'FAILURE');
    assert.match(fieldsOf()['EXCEPTION']!, /is disabled/);
  });

  it('has a failure of an address in the audit record once a minute, and counts the others', async () => {
    const failures = () =>
      auditRows(shared.server).filter(({ event, outcome }) => event === 'PROCESS' && outcome === 'FAILURE');
    shared.server.clock.advanceSeconds(61);
    const before = failures().length;
    for (let count = 0; count < 5; count++) await process('Failing');
    assert.equal(failures().length, before + 1);
    shared.server.clock.advanceSeconds(61);
    await process('Failing');
    assert.equal(detailsOf(failures().at(-1)!)['failedSinceLastRecord'], 4);
  });

  it('goes into a file of the host where the worker wants that, as one line of a request', async () => {
    const file = path.join(directory, 'worker.log');
    const WORKERLOGGER = `${LOGGERS}FileWorkerLogger`;
    await makeWorker(shared.server, 'Filed', { ...PLAIN, WORKERLOGGER, LOG_FILE_PATH: file });
    assert.deepEqual(await logged(() => process('Filed', { 'x-signserver-custom-1': 'custom' })), []);
    await process('Filed');
    const [first, second, end] = readFileSync(file, 'utf8').split('\n');
    assert.match(
      first!,
      /^AllVariablesLogger; LOG_ID: [^;]+; .*XCUSTOM1: custom; .*PROCESS_SUCCESS: true; REPLY_TIME: \d+$/,
    );
    assert.match(second!, /^AllVariablesLogger; /);
    assert.equal(end, '');
    await makeWorker(shared.server, 'Astray', { ...PLAIN, WORKERLOGGER, LOG_FILE_PATH: `${directory}/../astray.log` });
    const lines = await logged(async () => assert.equal((await process('Astray')).status, 500));
    assert.ok(!existsSync(path.join(directory, '..', 'astray.log')));
    assert.match(JSON.stringify(lines), /LOG_FILE_PATH is in no directory .*--worker-directory/);
    assert.ok(lines.some((line) => JSON.stringify(line).includes('PROCESS_SUCCESS: false')));
    const { json } = await shared.server.administer('/workers/Astray/status');
    assert.equal(json['state'], 'misconfigured');
    const [{ field, message }] = json['problems'] as [{ field: string; message: string }];
    assert.equal(field, 'properties.LOG_FILE_PATH');
    assert.match(message, /--worker-directory/);
  });

  it('goes into the log of the server when the file takes none', async () => {
    const LOG_FILE_PATH = path.join(directory, 'no-file');
    mkdirSync(LOG_FILE_PATH);
    await makeWorker(shared.server, 'Stuck', { ...PLAIN, WORKERLOGGER: 'FileWorkerLogger', LOG_FILE_PATH });
    const lines = await logged(async () => assert.equal((await process('Stuck')).status, 200));
    assert.ok(lines.some((line) => JSON.stringify(line).includes('PROCESS_SUCCESS: true')));
  });

  it('never holds a password or a document of a request', async () => {
    const url = new URL('/signserver/process', shared.server.running.urls[1]);
    for (const [name, value] of [
      ['workerName', 'Usual'],
      ['data', 'secret-document'],
      ['pdfPassword', 'secret-password'],
      ['REQUEST_METADATA.pdfPassword', 'secret-password'],
      ['REQUEST_METADATA', 'pdfPassword=secret-password'],
      ['pdf%50assword', 'secret-password'],
    ] as const)
      url.searchParams.append(name, value);
    const [line] = (await logged(() => fetch(url))).filter((each) => 'worker' in each);
    const fields = line!['worker'] as Record<string, string>;
    assert.match(fields['REQUEST_FULLURL']!, /\?workerName=Usual&data=_MASKED_&pdfPassword=_MASKED_/);
    const told = [...shared.server.log, ...auditRows(shared.server).map(({ record }) => record)].join('\n');
    for (const secret of ['secret-document', 'secret-password']) assert.ok(!told.includes(secret));
  });

  it('finds a worker misconfigured whose logger does not exist, or contradicts itself', async () => {
    const WORKERLOGGER = `${LOGGERS}PatternWorkerLogger`;
    for (const [index, properties] of [
      { WORKERLOGGER: `${LOGGERS}FileWorkerLogger` },
      { WORKERLOGGER },
      { WORKERLOGGER, LOGORDER: 'x', LOGDATEFORMAT: 'Q' },
      { WORKERLOGGER, LOGORDER: 'x', LOGTIMEZONE: 'Nowhere' },
      ...['(a+)+$', '<(.*)>', '(.+?)', '<(.+?)', '.(.+?).', '<(.+?)-(.+?)', '\\d(.+?)>', '<(.+?)\\'].map(
        (LOGPATTERN) => ({ WORKERLOGGER, LOGORDER: 'x', LOGPATTERN }),
      ),
      { WORKERLOGGER, LOGORDER: 'x', LOGLEVEL_DEFAULT: 'LOUD' },
      { WORKERLOGGER: `${LOGGERS}SecurityEventsWorkerLogger`, LOGINCLUDEFIELDS: 'A', LOGEXCLUDEFIELDS: 'B' },
    ].entries()) {
      await makeWorker(shared.server, `Wrong${index}`, { ...PLAIN, ...properties });
      assert.equal((await process(`Wrong${index}`)).status, 500, JSON.stringify(properties));
    }
  });
});

describe('a worker that is read-only', () => {
  const shared = sharedServer();

  it('processes nothing through the signing interface, and tells who would not be let in nothing of it', async () => {
    await makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Fixed', { ...PLAIN, READONLY: 'TRUE' });
    await makeWorker(shared.server, 'Closed', { ...PLAIN, READONLY: 'TRUE', AUTHTYPE: 'CLIENTCERT' });
    const process = (name: string) => signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' } });
    assert.equal((await process('Fixed')).status, 405);
    assert.equal((await process('Closed')).status, 400);
  });
});
