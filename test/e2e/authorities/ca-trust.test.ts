/** Harm that acts on a CA must not do to those who rely on it, or on another one. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assembleCertificate, Certificate, formatPem, parsePem } from '@sealwright/pki';
import { cryptoTokenType } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { change, createExternalCa } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { caOf, createCa, HOST } from '../support/ca-setup.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { TestServer } from '../support/test-server.ts';

const pemOf = ({ certificate }: TestCa) => formatPem('CERTIFICATE', certificate.der);

it('lets administrators in whose certificates are of the key that their CA had before', async (t) => {
  const server = await TestServer.start(t);
  await server.running.installation.ca.renewCa.renew(HOST, 'ManagementCA', { newKey: true });
  const { status, text } = await server.call('/v1/ca');
  assert.equal(status, 200, text);
});

it('lets nobody in by the serial number of another certificate, by any signer', async (t) => {
  const server = await TestServer.start(t);
  const {
    configuration,
    tokens: { cryptoTokens: tokens },
  } = server.running.installation;
  const { id: tokenId } = await configuration.get(cryptoTokenType, 'ManagementCA');
  const { cert, key } = server.superAdministrator;
  const issued = Certificate.parse(parsePem(cert)[0]!.der);
  // The key of the CA signs what the CA has not issued: with ECDSA, the same once more is another certificate.
  const signature = await tokens.sign(tokenId, 'signKey', issued.signatureAlgorithm.name, issued.tbs);
  const forged = assembleCertificate(issued.tbs, issued.signatureAlgorithm, signature);
  const as = { cert: formatPem('CERTIFICATE', forged), key };
  assertRefusal(await server.call('/v1/ca', { as }), 403, /not in the records of the CA that issued it/);
  assert.equal((await server.call('/v1/ca')).status, 200);
});

describe('the certificate of a CA elsewhere', () => {
  const shared = sharedServer();

  it('is not replaced by callers who may only add CAs', async () => {
    const far = TestCa.root('CN=Far');
    await createExternalCa(shared.server.running.installation, 'Far', far);
    const rules = { '/ca_functionality/add_ca/': 'ALLOW', '/ca/': 'ALLOW' } as const;
    const as = await newOfficer(shared.server, 'adder', rules);
    const body = { certificates: [pemOf(TestCa.root('CN=Far'))] };
    const answer = await shared.server.administer('/cas/Far/import', { method: 'POST', body, as });
    assertRefusal(answer, 403, /Not authorized/);
    assert.equal((await caOf(shared.server, 'Far')).chain[0]!.sha256Fingerprint, far.certificate.sha256Fingerprint);
  });

  it('is not one of X.509 for a CA of another kind', async () => {
    const { installation } = shared.server.running;
    const settings = { caType: 'CVC', subjectDn: 'CN=CVCA,C=SE', signedBy: 'External CA' };
    await change(installation, 'CA_CREATION', [{ kind: 'create', type: 'CA', name: 'Verifying', settings }]);
    await assert.rejects(
      installation.ca.importExternalCa.import(HOST, 'Verifying', [pemOf(TestCa.root('CN=CVCA,C=SE'))]),
      {
        code: 'ca.wrong_kind',
      },
    );
    assert.equal((await shared.server.call('/v1/ca')).status, 200);
  });
});

describe('the key of a CA', () => {
  const shared = sharedServer();

  it('is not taken by another CA that is set up with the same alias', async () => {
    const { installation } = shared.server.running;
    await createCa(shared.server, 'First');
    await assert.rejects(createCa(shared.server, 'Second', { certSignKey: 'First key' }), {
      code: 'ca.key_taken',
      message: /First key.*'First'/,
    });
    assert.equal((await caOf(shared.server, 'Second')).status, 'UNINITIALIZED');
    await createCa(shared.server, 'Third', { signedBy: 'External CA', certificateProfile: 'SUBCA' });
    const asked = { key: { kind: 'alias', alias: 'First key' }, chain: [] } as const;
    await assert.rejects(installation.ca.requestCaCertificate.request(HOST, { name: 'Third' }, asked), {
      code: 'ca.key_taken',
    });
  });
});

describe('the key of a worker', () => {
  const shared = sharedServer();
  const PLAIN = {
    IMPLEMENTATION_CLASS: 'PlainSigner',
    CRYPTOTOKEN: 'Signers',
    AUTHTYPE: 'NOAUTH',
    NOCERTIFICATES: 'TRUE',
  };
  const taken = { code: 'ca.key_signs_documents' };
  const ofSigners = (certSignKey: string) => ({ cryptoToken: 'Signers', certSignKey });

  before(() =>
    makeSigningToken(shared.server, 'Signers', {
      present: ['EC', 'P-256'],
      next: ['EC', 'P-256'],
      former: ['EC', 'P-256'],
    }),
  );

  it('does not become that of a CA, whether it signs or is to', async () => {
    const { installation } = shared.server.running;
    await makeWorker(shared.server, 'Plain', { ...PLAIN, DEFAULTKEY: 'present', NEXTCERTSIGNKEY: 'next' });
    await assert.rejects(createCa(shared.server, 'By present', ofSigners('present')), {
      ...taken,
      message: /'present' by the worker 'Plain'/,
    });
    await assert.rejects(createCa(shared.server, 'By next', ofSigners('next')), taken);
    const elsewhere = { ...ofSigners('new'), signedBy: 'External CA', certificateProfile: 'SUBCA' };
    await createCa(shared.server, 'Elsewhere', elsewhere);
    const asked = { key: { kind: 'alias', alias: 'present' }, chain: [] } as const;
    await assert.rejects(installation.ca.requestCaCertificate.request(HOST, { name: 'Elsewhere' }, asked), taken);
  });

  it('does not become that of a CA when it has signed documents', async () => {
    const { server } = shared;
    await makeWorker(server, 'Gone', { ...PLAIN, DEFAULTKEY: 'former' });
    const signed = await signing(server, '/workers/Gone/process', { body: { data: 'a certificate, maybe' } });
    assert.equal(signed.status, 200, signed.text);
    assert.equal((await server.administer('/documents/WORKER/Gone', { method: 'DELETE' })).status, 200);
    await assert.rejects(createCa(server, 'By former', ofSigners('former')), taken);
  });
});

describe('an act on a CA that is refused', () => {
  const shared = sharedServer();

  it('is on record', async () => {
    const { installation } = shared.server.running;
    await createCa(shared.server, 'Watched');
    const refused = [
      ['CA_KEYACTIVATE', () => installation.ca.initializeCa.initialize(HOST, 'Watched')],
      ['CA_IMPORT', () => installation.ca.importExternalCa.import(HOST, 'Watched', [pemOf(TestCa.root('CN=X'))])],
    ] as const;
    for (const [event, act] of refused) {
      await assert.rejects(act);
      const failures = auditRows(shared.server).filter((row) => row.event === event && row.outcome === 'FAILURE');
      assert.equal(failures.length, 1, event);
    }
  });
});
