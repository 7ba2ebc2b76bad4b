/** Values that scripts say about the state of things, and the time-stamps that depend on them. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import {
  encodeTimeStampRequest,
  extendedKeyUsage,
  findImprintAlgorithm,
  KEY_PURPOSES,
  makeExtension,
  makeMessageImprint,
  parseTimeStampResponse,
} from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { whileRefusing } from '../support/installations/server-database.ts';
import { certifyKey, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

const STATUS_READING = 'org.signserver.server.StatusReadingLocalComputerTimeSource';
const QUERY = encodeTimeStampRequest({
  messageImprint: makeMessageImprint(findImprintAlgorithm('SHA256')!, new Uint8Array(hash('sha256', 'x', 'buffer'))),
});

describe('the status properties', () => {
  const shared = sharedServer();
  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Status', { IMPLEMENTATION_CLASS: 'StatusPropertiesWorker', AUTHTYPE: 'NOAUTH' });
  });

  const send = (data: string, worker = 'Status') =>
    signing(shared.server, `/workers/${worker}/process`, { body: { data } });
  const toldAll = async (...request: Parameters<typeof send>) => {
    const answer = await send(...request);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['archiveId'], null);
    return Buffer.from(answer.json['data'] as string, 'base64').toString();
  };
  /** But for when each was set. */
  const told = async (data: string) => (await toldAll(data)).replaceAll(/^\w+\.UPDATE=\d{13}\n/gm, '');

  it('are set, asked for one by one or all, and end when they say', async () => {
    assert.match(await told(''), /^SERVER_STARTED\.VALUE=\d{13}\n$/);
    assert.equal(await told('TEST_PROPERTY1.VALUE=a b'), 'TEST_PROPERTY1.VALUE=a b\n');
    const end = shared.server.clock.nowMs() + 60_000;
    const both = `TEST_PROPERTY2.VALUE=\\u00e9\nTEST_PROPERTY2.EXPIRATION=${end}\nGET=TEST_PROPERTY1`;
    const second = `TEST_PROPERTY2.VALUE=\\u00e9\nTEST_PROPERTY2.EXPIRATION=${end}\n`;
    assert.equal(await told(both), `TEST_PROPERTY1.VALUE=a b\n${second}`);
    assert.equal(await told('GET=TEST_PROPERTY3,TEST_PROPERTY2'), second);
    shared.server.clock.advanceSeconds(60);
    assert.equal(await told('GET=TEST_PROPERTY1, TEST_PROPERTY2'), 'TEST_PROPERTY1.VALUE=a b\n');
  });

  it('say when they were set, and are asked for with commas or blanks between them', async () => {
    const before = shared.server.clock.nowMs();
    const text = await toldAll('TEST_PROPERTY1.VALUE=a b');
    const [, updated] = /^TEST_PROPERTY1\.VALUE=a b\nTEST_PROPERTY1\.UPDATE=(\d+)\n$/.exec(text)!;
    assert.ok(Number(updated) >= before && Number(updated) <= shared.server.clock.nowMs());
    assert.match(await toldAll('GET=TEST_PROPERTY1'), /^TEST_PROPERTY1\.VALUE=a b\nTEST_PROPERTY1\.UPDATE=\d+\n$/);
    assert.equal(await told('GET=SERVER_STARTED TEST_PROPERTY1,SERVER_STARTED'), await told(''));
  });

  it('are set by a time monitor, whose state line has a worker of its own', async () => {
    const kind = 'org.signserver.module.timemonitormanager.';
    const worker = (name: string, properties: Readonly<Record<string, string>>) =>
      makeWorker(shared.server, name, { AUTHTYPE: 'NOAUTH', ...properties });
    await worker('Manager', {
      IMPLEMENTATION_CLASS: `${kind}TimeMonitorManager`,
      'TIMESERVER.HOST': 'ntp.example.com',
    });
    await worker('Monitor', { IMPLEMENTATION_CLASS: `${kind}TimeMonitorStatusReportWorker` });
    assert.equal(await toldAll('', 'Monitor'), '');
    const line = '1409055102120,INSYNC,REPORTED,NONE,1ccdf46b,0,507,7,6';
    const end = shared.server.clock.nowMs() + 900;
    await toldAll(`TIMEMONITOR_STATE.VALUE=${line}\nTIMEMONITOR_STATE.EXPIRATION=${end}`, 'Manager');
    assert.equal(await toldAll('whatever', 'Monitor'), line);
    shared.server.clock.advanceSeconds(1);
    assert.equal(await toldAll('', 'Monitor'), '');
  });

  it('say that requests are not queued by priority, since there is no such filter', async () => {
    const IMPLEMENTATION_CLASS = 'org.signserver.server.signers.QoSStatusWorker';
    await makeWorker(shared.server, 'Qos', { AUTHTYPE: 'NOAUTH', IMPLEMENTATION_CLASS });
    assert.equal(await toldAll('', 'Qos'), 'FILTER_ENABLED=false\n');
  });

  it('are recorded when they are set, and set once that is durable', async () => {
    await told('TEST_PROPERTY3.VALUE=recorded');
    const row = auditRows(shared.server).findLast(({ event }) => event === 'SET_STATUS_PROPERTY')!;
    assert.deepEqual(detailsOf(row), { TEST_PROPERTY3: { value: 'recorded', expirationMs: 0 } });
    const refused = await whileRefusing(shared.server, 'INSERT', 'audit_record', () =>
      send('TEST_PROPERTY3.VALUE=lost'),
    );
    assert.ok(refused.status >= 500);
    assert.equal(await told('GET=TEST_PROPERTY3'), 'TEST_PROPERTY3.VALUE=recorded\n');
  });

  it('have the names that there are, and are properties', async () => {
    for (const data of [
      'GET=PASSWORD',
      'X.VALUE=1',
      'TEST_PROPERTY1=1',
      'TEST_PROPERTY1.VALUE=\\u1',
      'LEAPSECOND.VALUE=x\nLEAPSECOND.EXPIRATION=soon',
    ])
      assert.equal((await send(data)).status, 400, data);
    assert.equal((await send('#'.repeat(17_000))).status, 400);
  });

  it('say whether the clock can be trusted by time-stamps', async () => {
    const extensions = [makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true)];
    const chain = await certifyKey(shared.server, TestCa.root('CN=Root'), 'Signing', 'ec', {
      subject: 'CN=TSA',
      extensions,
    });
    const worker = (name: string, properties: Readonly<Record<string, string>>) =>
      makeWorker(shared.server, name, {
        IMPLEMENTATION_CLASS: 'TimeStampSigner',
        CRYPTOTOKEN: 'Signing',
        DEFAULTKEY: 'ec',
        AUTHTYPE: 'NOAUTH',
        SIGNERCERTCHAIN: chain,
        DEFAULTTSAPOLICYOID: '1.2.3',
        ACCEPTANYPOLICY: 'TRUE',
        TIMESOURCE: STATUS_READING,
        ...properties,
      });
    const statusOf = async (name: string) => {
      const body = { data: Buffer.from(QUERY).toString('base64'), encoding: 'BASE64' };
      const { json, status, text } = await signing(shared.server, `/workers/${name}/process`, { body });
      assert.equal(status, 200, text);
      const { status: info } = parseTimeStampResponse(Uint8Array.fromBase64(json['data'] as string));
      return info.failures?.[0] ?? info.status;
    };
    await worker('Watched', {});
    await worker('Careful', { LEAPSECOND_HANDLING: 'STOP' });
    assert.equal(await statusOf('Watched'), 'timeNotAvailable');
    await told(`TIMESOURCE0_INSYNC.VALUE=true\nTIMESOURCE0_INSYNC.EXPIRATION=${shared.server.clock.nowMs() + 60_000}`);
    assert.equal(await statusOf('Watched'), 'granted');
    assert.equal(await statusOf('Careful'), 'timeNotAvailable', 'nobody says whether there is a leap second');
    await told('LEAPSECOND.VALUE=NONE');
    assert.equal(await statusOf('Careful'), 'granted');
    shared.server.clock.advanceSeconds(60);
    assert.equal(await statusOf('Watched'), 'timeNotAvailable');
    await worker('Odd', { TIMESOURCE: 'org.example.Sundial' });
    const odd = await signing(shared.server, '/workers/Odd/process', { body: { data: 'x' } });
    assert.equal(odd.status, 500);
  });
});
