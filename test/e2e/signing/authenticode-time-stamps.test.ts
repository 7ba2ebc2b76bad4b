/** Time-stamps of Authenticode as they were before RFC 3161. What they are worth, the interop suite asks OpenSSL. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { extendedKeyUsage, KEY_PURPOSES, makeExtension, oid, writeDer } from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { certifyKey, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

describe('a time-stamp signer for Authenticode', () => {
  const shared = sharedServer();
  const stamped = Buffer.from('the octets of a signature');

  const request = (type = '1.3.6.1.4.1.311.3.2.1', content = '1.2.840.113549.1.7.1') =>
    writeDer((writer) =>
      writer.sequence(() => {
        writer.oid(oid(type));
        writer.sequence(() => {
          writer.oid(oid(content));
          writer.constructed(0xa0, () => writer.octetString(stamped));
        });
      }),
    );
  const send = (worker: string, data: string) =>
    signing(shared.server, `/workers/${worker}/process`, { body: { data } });

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] });
    const ca = TestCa.root('CN=Root');
    const certify = (extensions: ReturnType<typeof makeExtension>[]) =>
      certifyKey(shared.server, ca, 'Signing', 'ec', { subject: 'CN=TSA', extensions });
    const worker = async (name: string, properties: Readonly<Record<string, string>>) =>
      makeWorker(shared.server, name, {
        IMPLEMENTATION_CLASS: 'org.signserver.module.tsa.MSAuthCodeTimeStampSigner',
        CRYPTOTOKEN: 'Signing',
        DEFAULTKEY: 'ec',
        AUTHTYPE: 'NOAUTH',
        SIGNERCERTCHAIN: await certify([makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true)]),
        ...properties,
      });
    await worker('Legacy', {});
    await worker('Levels', { INCLUDE_CERTIFICATE_LEVELS: '1' });
    await worker('Purpose', { SIGNERCERTCHAIN: await certify([]) });
    await worker('Unsynchronized', { TIMESOURCE: 'StatusReadingLocalComputerTimeSource' });
  });

  it('answers in lines of base64, and has an archive id of what it stamps', async () => {
    const answer = await send('Legacy', request().toBase64());
    assert.equal(answer.status, 200, answer.text);
    const text = Buffer.from(answer.json['data'] as string, 'base64').toString();
    assert.match(text, /^(?:[A-Za-z0-9+/]{64}\n)+[A-Za-z0-9+/=]{1,64}\n$/);
    assert.ok(Buffer.from(text, 'base64').includes(stamped));
    const logged = shared.server.log.findLast((line) => line.includes('"WORKER_NAME":"Legacy"'))!;
    const transaction = /"LOG_ID":"([^"]+)"/.exec(logged)![1]!;
    assert.equal(answer.json['archiveId'], createHash('sha1').update(stamped).update(transaction).digest('hex'));
  });

  it('refuses what is not such a request', async () => {
    for (const data of [
      'not base64!',
      Buffer.from('no DER').toString('base64'),
      request('1.2.3').toBase64(),
      request(undefined, '1.2.3').toBase64(),
      `${request().toBase64()}AAAA`,
      'A'.repeat(20_000),
      '',
    ])
      assert.equal((await send('Legacy', data)).status, 400, data.slice(0, 40));
  });

  it('does not work with a certificate for something else, some of its certificates, or without the time', async () => {
    assert.equal((await send('Purpose', request().toBase64())).status, 500);
    assert.equal((await send('Levels', request().toBase64())).status, 500);
    assert.equal((await send('Unsynchronized', request().toBase64())).status, 503);
  });
});
