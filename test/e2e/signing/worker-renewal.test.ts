/** The key and the certificate of a worker, renewed by other workers: when a client asks for it, and on time. */
import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import type { CallOptions } from '../support/test-server.ts';
import { eventually } from '../../eventually.ts';

const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Tokens', AUTHTYPE: 'NOAUTH' };
const ISSUER = { ca: 'ManagementCA', certificate_profile: 'Signer', end_entity_profile: 'Signer' };
const P256 = { algorithm: 'EC', specification: 'P-256' };

describe('the renewal of a worker', () => {
  const shared = sharedServer();

  before(async () => {
    await makeSigningToken(shared.server, 'Tokens', { prepared: ['EC', 'P-256'] });
    for (const name of ['Renewer', 'Other renewer'])
      await makeWorker(shared.server, name, {
        IMPLEMENTATION_CLASS: 'org.signserver.module.renewal.worker.RenewalWorker',
        AUTHTYPE: 'NOAUTH',
        // What SignServer's worker needs, and this one keeps.
        EJBCAWSURL: 'https://ca.example.com:8443/ejbca',
        TRUSTSTORETYPE: 'PEM',
        TRUSTSTOREPATH: '/opt/ca.pem',
        TRUSTSTOREPASSWORD: 'unused',
        DEFAULTKEY: 'ra00001',
      });
  });

  const propertiesOf = async (name: string) => {
    const { json } = await shared.server.administer(`/documents/WORKER/${encodeURIComponent(name)}`);
    return (json['settings'] as { readonly properties: Record<string, string> }).properties;
  };
  const set = async (name: string, changed: Readonly<Record<string, string>>, options: CallOptions = {}) =>
    shared.server.administer(`/documents/WORKER/${encodeURIComponent(name)}`, {
      method: 'PUT',
      body: { settings: { properties: { ...(await propertiesOf(name)), ...changed } } },
      ...options,
    });
  /** One that can be renewed. */
  const renewee = async (name: string, properties: Readonly<Record<string, string>> = {}, issuer: object = ISSUER) => {
    await makeWorker(shared.server, name, { ...PLAIN, RENEWWORKER: 'Renewer', ...properties });
    const certified = await shared.server.administer(`/workers/${name}/certificate`, {
      method: 'POST',
      body: { ...issuer, key: P256 },
    });
    assert.equal(certified.status, 204, certified.text);
  };
  const ask = (data: string, renewer = 'Renewer') =>
    signing(shared.server, `/workers/${encodeURIComponent(renewer)}/process`, { body: { data } });
  const renew = async (...request: Parameters<typeof ask>) => {
    const answer = await ask(...request);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['archiveId'], null);
    return Buffer.from(answer.json['data'] as string, 'base64').toString();
  };
  const signedBy = async (name: string) => {
    const answer = await signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' } });
    assert.equal(answer.status, 200, answer.text);
    const certificate = new X509Certificate(Buffer.from(answer.json['signerCertificate'] as string, 'base64'));
    const signature = Buffer.from(answer.json['data'] as string, 'base64');
    assert.ok(verify('sha256', Buffer.from('x'), certificate.publicKey, signature));
    return certificate;
  };
  const keysOf = async (name: string) => {
    const { json } = await shared.server.administer(`/workers/${name}/keys`);
    return (json['keys'] as readonly { readonly alias: string }[])
      .map(({ alias }) => alias)
      .filter((alias) => alias.startsWith(name));
  };
  const renewalsOf = (name: string) =>
    auditRows(shared.server).filter((row) => row.event === 'WORKER_RENEWAL' && detailsOf(row)['worker'] === name);

  it('gives it another key and a certificate for it, once, and is recorded', async () => {
    await renewee('First');
    const before = await signedBy('First');
    assert.equal(await renew('WORKER=First\nAUTHCODE=foo123\n'), 'RESULT=OK\n');
    const after = await signedBy('First');
    assert.equal(after.subject, before.subject);
    assert.notDeepEqual(after.publicKey.export({ format: 'jwk' }), before.publicKey.export({ format: 'jwk' }));
    const { DEFAULTKEY, NEXTCERTSIGNKEY } = await propertiesOf('First');
    assert.deepEqual([DEFAULTKEY, NEXTCERTSIGNKEY], ['First 2', undefined]);
    assert.deepEqual(await keysOf('First'), ['First', 'First 2']);
    const [record, ...others] = renewalsOf('First');
    assert.deepEqual([record!.outcome, record!.actor, others], ['SUCCESS', 'system', []]);
    const { client, keyAlias, renewalWorker, serial } = detailsOf(record!);
    assert.equal(client, 'client');
    assert.deepEqual([keyAlias, renewalWorker, serial], ['First 2', 'Renewer', after.serialNumber.replace(/^0+/, '')]);
    const line = shared.server.log.find((each) => each.includes('RENEWEE'))!;
    assert.match(line, /"RENEWEE":"First".*"RESPONSE_RESULT":"OK".*"GENERATEDKEYALIAS":"First 2"/);
    assert.ok(!shared.server.log.join('').includes('foo123'));
  });

  it('takes the key that is prepared, and makes none', async () => {
    await renewee('Second', { NEXTCERTSIGNKEY: '' });
    await set('Second', { NEXTCERTSIGNKEY: 'prepared' });
    assert.equal(await renew('WORKER=Second'), 'RESULT=OK\n');
    const { DEFAULTKEY, NEXTCERTSIGNKEY } = await propertiesOf('Second');
    assert.deepEqual([DEFAULTKEY, NEXTCERTSIGNKEY], ['prepared', undefined]);
    assert.deepEqual(await keysOf('Second'), ['Second']);
    await signedBy('Second');
  });

  it('keeps the key when it is asked to', async () => {
    await renewee('Third');
    const before = await signedBy('Third');
    assert.equal(await renew('WORKER=Third\nFORDEFAULTKEY=True'), 'RESULT=OK\n');
    const after = await signedBy('Third');
    assert.notEqual(after.serialNumber, before.serialNumber);
    assert.deepEqual(after.publicKey.export({ format: 'jwk' }), before.publicKey.export({ format: 'jwk' }));
    assert.deepEqual(await keysOf('Third'), ['Third']);
  });

  it('that the CA refuses leaves the worker as it was, and its next key for the next attempt', async () => {
    await createProfiles(shared.server, 'RSA alone', { availableKeyAlgorithms: ['RSA'] });
    await createProfiles(shared.server, 'Both', {}, { availableCertificateProfiles: ['Both', 'RSA alone'] });
    await renewee('Patient', {}, { ...ISSUER, certificate_profile: 'Both', end_entity_profile: 'Both' });
    const before = await signedBy('Patient');
    assert.equal((await set('Patient', { RENEWCERTIFICATEPROFILE: 'No such profile' })).status, 200);
    assert.match(await renew('WORKER=Patient'), /^RESULT=FAILURE\nMESSAGE=.*No such profile/);
    assert.deepEqual(await keysOf('Patient'), ['Patient']);
    assert.equal((await set('Patient', { RENEWCERTIFICATEPROFILE: 'RSA alone' })).status, 200);
    for (let attempt = 0; attempt < 2; attempt++)
      assert.match(await renew('WORKER=Patient'), /^RESULT=FAILURE\nMESSAGE=.*algorithm/i);
    assert.equal((await signedBy('Patient')).fingerprint256, before.fingerprint256);
    assert.deepEqual(await keysOf('Patient'), ['Patient', 'Patient 2']);
    assert.equal((await propertiesOf('Patient'))['NEXTCERTSIGNKEY'], 'Patient 2');
    assert.deepEqual(
      renewalsOf('Patient').map(({ outcome }) => outcome),
      ['FAILURE', 'FAILURE', 'FAILURE'],
    );
    assert.equal((await set('Patient', { RENEWCERTIFICATEPROFILE: 'Both' })).status, 200);
    assert.equal(await renew('WORKER=Patient'), 'RESULT=OK\n');
    assert.deepEqual(await keysOf('Patient'), ['Patient', 'Patient 2']);
    await signedBy('Patient');
  });

  it('is done for callers who ask the worker that it names alone, and as its properties say', async () => {
    await renewee('Own');
    await makeWorker(shared.server, 'Nobody', { ...PLAIN, DEFAULTKEY: 'prepared' });
    await makeWorker(shared.server, 'Bare', { ...PLAIN, DEFAULTKEY: 'prepared', RENEWWORKER: 'Renewer' });
    assert.match(
      await renew('WORKER=Own', 'Other renewer'),
      /^RESULT=FAILURE\nMESSAGE=.*RENEWWORKER does not name 'Other renewer'\.\n$/,
    );
    assert.match(await renew('WORKER=Nobody'), /RENEWWORKER does not name 'Renewer'/);
    assert.match(await renew('WORKER=Bare'), /RENEWCA, RENEWCERTIFICATEPROFILE and RENEWENDENTITYPROFILE/);
    assert.match(await renew('WORKER=Not there'), /^RESULT=FAILURE\nMESSAGE=No such worker: Not there\n$/);
    assert.equal((await ask('AUTHCODE=foo')).status, 400);
    assert.equal((await ask('WORKER=\\u00zz')).status, 400);
    assert.equal((await ask(`WORKER=${'x'.repeat(20_000)}`)).status, 400);
  });

  it('is done once when two ask at a time', async () => {
    await renewee('Once');
    const answers = await Promise.all([renew('WORKER=Once'), renew('WORKER=Once'), renew('WORKER=Once')]);
    const renewed = answers.filter((answer) => answer === 'RESULT=OK\n').length;
    assert.ok(renewed >= 1);
    for (const answer of answers) assert.match(answer, /^RESULT=OK\n$|somebody else does so now/);
    assert.equal((await keysOf('Once')).length, renewed + 1);
    await signedBy('Once');
  });

  it('opens the token of the worker with the code of the request, which nobody sees', async () => {
    const code = 'correct horse 7 battery';
    const TOKEN = { CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken' };
    const { CRYPTOTOKEN: _, ...without } = PLAIN;
    await makeWorker(shared.server, 'Closed', { ...without, ...TOKEN, KEYSTOREPASSWORD: code, RENEWWORKER: 'Renewer' });
    const certified = await shared.server.administer('/workers/Closed/certificate', {
      method: 'POST',
      body: { ...ISSUER, key: P256 },
    });
    assert.equal(certified.status, 204, certified.text);
    assert.equal((await set('Closed', { KEYSTOREPASSWORD: '' })).status, 200);
    const deactivate = () => shared.server.administer('/workers/Closed/deactivate', { method: 'POST', body: {} });
    assert.equal((await deactivate()).status, 204);
    assert.match(await renew('WORKER=Closed'), /^RESULT=FAILURE/);
    assert.match(await renew('WORKER=Closed\nAUTHCODE=wrong horse'), /^RESULT=FAILURE\nMESSAGE=.*activation code/);
    assert.equal(await renew(`WORKER=Closed\nAUTHCODE=${code}`), 'RESULT=OK\n');
    await signedBy('Closed');
    const seen = [...shared.server.log, JSON.stringify(auditRows(shared.server))].join('\n');
    assert.ok(!seen.includes(code) && !seen.includes('wrong horse'));
  });

  it('comes by itself to the workers of a timed service before they end, and not earlier', async () => {
    // A tenth of its time has passed when it is issued, as it begins ten minutes before, and so has half of it.
    await createProfiles(shared.server, 'Short', { validity: '18m' });
    const short = { ...ISSUER, certificate_profile: 'Short', end_entity_profile: 'Short' };
    await renewee('Watched', { RENEW_MINREMAININGSIGNINGVALIDITY: '2m 4s 5ms' }, short);
    await renewee('Greedy', { RENEW_MINREMAININGSIGNINGVALIDITY: '800d' });
    await renewee('Kept', { RENEW_FORDEFAULTKEY: 'TRUE' });
    await renewee('Alone', { RENEWWORKER: 'Nowhere' });
    const before = await signedBy('Watched');
    await makeWorker(shared.server, 'Renewals', {
      TYPE: 'TIMED_SERVICE',
      IMPLEMENTATION_CLASS: 'org.signserver.module.renewal.service.RenewalTimedService',
      WORKERS: 'Watched, Kept, Greedy, Alone, Bare',
      INTERVAL: '1',
      ACTIVE: 'TRUE',
    });
    const problemOf = async () => {
      const { json } = await shared.server.administer('/workers/Renewals/status');
      const [run] = (json['service'] as { readonly runs: readonly Record<string, string>[] }).runs;
      assert.equal(run?.['node'], undefined);
      return run?.['ended'] === undefined ? undefined : run['problem'];
    };
    assert.equal(
      await eventually('a run', problemOf),
      "Alone: The certificate of the worker 'Alone' cannot be renewed: its property RENEWWORKER has to name a renewal worker that works.\n" +
        "Bare: The certificate of the worker 'Bare' cannot be renewed: its properties RENEWCA, RENEWCERTIFICATEPROFILE and " +
        'RENEWENDENTITYPROFILE have to say where its certificate comes from.',
    );
    assert.equal((await signedBy('Watched')).fingerprint256, before.fingerprint256);
    // The settings of the worker itself say when.
    const early = { RENEW_MINREMAININGSIGNINGVALIDITY: '1h' };
    assert.equal((await set('Watched', early)).status, 200);
    await eventually('the renewal', () => renewalsOf('Watched').length > 0);
    assert.equal((await set('Watched', { RENEW_MINREMAININGSIGNINGVALIDITY: '0d' })).status, 200);
    assert.notEqual((await signedBy('Watched')).fingerprint256, before.fingerprint256);
    assert.deepEqual(renewalsOf('Kept'), []);
    // More than certificates there last: another one would be as short.
    assert.deepEqual(renewalsOf('Greedy'), []);
    const { json: kept } = await shared.server.administer('/workers/Kept/status');
    const { validFrom, validTo } = await signedBy('Kept');
    const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
    assert.ok(Math.abs(Date.parse(kept['renewal_due'] as string) - (to - (to - from) / 3)) < 2000);
    assert.equal((await shared.server.administer('/workers/Nobody/status')).json['renewal_due'], undefined);
    const runs = () =>
      auditRows(shared.server).filter(
        (row) => row.event === 'TIMED_SERVICE_RUN' && detailsOf(row)['worker'] === 'Renewals',
      );
    await eventually('the record of the run', () => runs().length > 0);
    assert.deepEqual(detailsOf(runs()[0]!)['renewed'], ['Watched']);
  });

  it('is configured by nobody who could not renew the worker by themselves', async () => {
    const as = await newOfficer(shared.server, 'worker officer', {
      '/signing/edit/': 'ALLOW',
      '/signing/view/': 'ALLOW',
      '/cryptotoken/use/Tokens/': 'ALLOW',
    });
    assertRefusal(await set('Own', { RENEWWORKER: 'Other renewer' }, { as }), 403, /./);
    const wrong = { ...PLAIN, DEFAULTKEY: 'prepared', RENEW_MINREMAININGSIGNINGVALIDITY: 'soon' };
    await makeWorker(shared.server, 'Wrong', wrong);
    assert.equal((await shared.server.administer('/workers/Wrong/status')).json['state'], 'misconfigured');
  });
});
