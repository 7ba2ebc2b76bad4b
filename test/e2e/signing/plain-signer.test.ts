import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

const PLAIN = { IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner', CRYPTOTOKEN: 'Signing' };

describe('a plain signer', () => {
  const shared = sharedServer();

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Plain', { ...PLAIN, AUTHTYPE: 'NOAUTH', DEFAULTKEY: 'ec' });
  });

  const publicKey = async () => {
    const { installation } = shared.server.running;
    const token = await installation.configuration.find({ token: 'CRYPTOTOKEN', parse: () => undefined }, 'Signing');
    const { publicKey: key } = await installation.tokens.cryptoTokens.getKeyPair(token!.id, 'ec');
    return createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' });
  };

  it('signs the octets of the text', async () => {
    const answer = await signing(shared.server, '/workers/Plain/process', { body: { data: 'Grüße', metaData: {} } });
    assert.equal(answer.status, 200, answer.text);
    const signature = Buffer.from(answer.json['data'] as string, 'base64');
    assert.ok(verify('sha256', Buffer.from('Grüße'), await publicKey(), signature));
    assert.match(answer.json['requestId'] as string, /^-?\d{1,10}$/);
  });

  it('is recorded with what the archive would know the document by', async () => {
    const answer = await signing(shared.server, '/workers/6/process', { body: { data: '' } });
    assert.equal(answer.status, 200, answer.text);
    const record = auditRows(shared.server).findLast(({ event }) => event === 'PROCESS')!;
    assert.equal(detailsOf(record)['archiveId'], answer.json['archiveId']);
    assert.equal(detailsOf(record)['worker'], 'Plain');
  });

  it('is refused to others than it lets in', async () => {
    await makeWorker(shared.server, 'Closed', PLAIN);
    const answer = await signing(shared.server, '/workers/Closed/process', { body: { data: 'x' } });
    assert.equal(answer.status, 400);
    assert.equal(answer.json['error'], 'Authorization failed: Error, client authentication is required.');
  });

  it('needs the header that a browser does not send', async () => {
    const headers = { 'x-keyfactor-requested-with': '' };
    const answer = await signing(shared.server, '/workers/Plain/process', { headers, body: { data: 'x' } });
    assert.equal(answer.status, 403);
    assert.equal(answer.json['error'], 'Access is forbidden');
  });

  it('tells one that is misconfigured from one that is not there', async () => {
    await makeWorker(shared.server, 'Broken', { AUTHTYPE: 'NOAUTH' });
    const broken = await signing(shared.server, '/workers/Broken/process', { body: { data: 'x' } });
    assert.equal(broken.status, 500);
    assert.match(broken.json['error'] as string, /Worker is misconfigured$/);
    const missing = await signing(shared.server, '/workers/nosuchworker101/process', { body: { data: 'x' } });
    assert.equal(missing.status, 404);
    assert.equal(missing.json['error'], 'No such worker: nosuchworker101');
  });
});
