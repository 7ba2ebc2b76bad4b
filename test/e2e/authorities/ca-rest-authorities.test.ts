/** Status, CAs, their certificates and CRLs over the real use cases. */
import { authorityKeyIdentifier, crlNumber, Crl, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { createExternalCa } from '../support/administration.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  ENROLL,
  latestCrl,
  MANAGEMENT_CA_DN,
  newCrl,
  requestUnder,
  sharedServer,
  takeTokenOffline,
} from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { TestCa } from '../../pki/test-pki.ts';

const CA_PATH = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}`;
const OTHER_SPELLINGS = [
  'CN=ManagementCA,O=Sealwright',
  'cn=ManagementCA,o=Sealwright',
  'O=Sealwright, CN=ManagementCA',
];

for (const compatibility of ['documented', 'ejbca'] as const)
  describe(`status and CAs (${compatibility})`, () => {
    const shared = sharedServer({ compatibility });

    it('tells the status of each group to anybody', async () => {
      for (const group of ['v1/ca', 'v1/certificate']) {
        const { status, json } = await shared.server.call(`/${group}/status`, { as: null });
        assert.equal(status, 200);
        assert.deepEqual(json, { status: 'OK', version: '1.0', revision: 'EJBCA 9.3.0 (Sealwright 0.0.0-test)' });
      }
    });

    it('lists CAs with every field of the contract', async () => {
      const { status, json } = await shared.server.call('/v1/ca');
      const notAfter = new X509Certificate(shared.server.caChain).validToDate;
      assert.equal(status, 200);
      assert.deepEqual(json, {
        certificate_authorities: [
          {
            id: javaHash(MANAGEMENT_CA_DN),
            name: 'ManagementCA',
            subject_dn: MANAGEMENT_CA_DN,
            issuer_dn: MANAGEMENT_CA_DN,
            expiration_date: notAfter.toISOString().replace('.000Z', 'Z'),
            external: false,
          },
        ],
      });
    });

    it('needs a credential, and answers without an Accept header', async () => {
      assertRefusal(
        await shared.server.call('/v1/ca', { as: null }),
        403,
        'No client certificate or OAuth token was received, which is needed for authentication.',
      );
    });
  });

describe('CAs of which only the certificate is here', () => {
  const shared = sharedServer();

  it('are listed when asked for, in any letter case of the word', async () => {
    const { server } = shared;
    await createExternalCa(server.running.installation, 'Elsewhere', TestCa.root('CN=Elsewhere'));
    const listed = async (query: string) => {
      const { json } = await server.call(`/v1/ca${query}`);
      return (json['certificate_authorities'] as { name: string; external: boolean }[]).map(
        ({ name, external }) => `${name} ${external}`,
      );
    };
    assert.deepEqual(await listed(''), ['ManagementCA false']);
    assert.deepEqual(await listed('?includeExternal=false'), ['ManagementCA false']);
    for (const word of ['true', 'True', 'TRUE'])
      assert.deepEqual(await listed(`?includeExternal=${word}`), ['Elsewhere true', 'ManagementCA false']);
    assertRefusal(await server.call('/v1/ca?includeExternal=yes'), 400, /'includeExternal' must be boolean/);
  });
});

describe('the certificates of a CA', () => {
  const shared = sharedServer();

  it('come as a PEM file, the CA first, by any spelling of its name', async () => {
    const { server } = shared;
    for (const spelling of OTHER_SPELLINGS) {
      const answer = await server.call(`/v1/ca/${encodeURIComponent(spelling)}/certificate/download`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'application/octet-stream');
      assert.equal(answer.headers['content-disposition'], `attachment; filename="${MANAGEMENT_CA_DN}.cacert.pem"`);
      assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.text)));
      assert.ok(answer.text.startsWith(`Subject: ${MANAGEMENT_CA_DN}\nIssuer: ${MANAGEMENT_CA_DN}\n-----BEGIN`));
      assert.deepEqual(
        parsePem(answer.text).map(({ der }) => Buffer.from(der)),
        [new X509Certificate(server.caChain).raw],
      );
    }
  });

  it('are not found for another name', async () => {
    for (const name of ['CN=Nobody', 'no name', 'CN=ManagementCA', `CN=${'x'.repeat(128)}`])
      assertRefusal(
        await shared.server.call(`/v1/ca/${encodeURIComponent(name)}/certificate/download`),
        404,
        `CA with DN: ${name} does not exist.`,
      );
  });
});

describe('CRLs', () => {
  const shared = sharedServer();

  it('are null as long as there is none, and for a CA that is not known', async () => {
    for (const path of [CA_PATH, '/v1/ca/CN=Nobody', '/v1/ca/nonsense']) {
      const { json } = await shared.server.call(`${path}/getLatestCrl?deltaCrl=true`);
      assert.deepEqual(json, { crl: null, response_format: 'DER' });
    }
  });

  it('that somebody asks for begin with number 1 and count on', async () => {
    const { server } = shared;
    for (const number of [1, 2]) {
      const { status, json } = await server.call(`${CA_PATH}/createcrl`, { method: 'POST' });
      assert.equal(status, 200);
      assert.deepEqual(json, {
        issuer_dn: MANAGEMENT_CA_DN,
        latest_crl_version: number,
        latest_delta_crl_version: 0,
        latest_partition_crl_versions: null,
        latest_partition_delta_crl_versions: null,
        all_success: true,
      });
    }
    const crl = await latestCrl(server);
    assert.equal(crl.extension(crlNumber), 2n);
    assert.equal(crl.issuer.toString(), MANAGEMENT_CA_DN);
    assert.deepEqual([...crl.entries()], []);
    assert.equal(crl.nextUpdate, crl.thisUpdate + 86_400);
    assert.ok(crl.extension(authorityKeyIdentifier)?.keyIdentifier);
  });

  it('are of the main partition, and base CRLs, unless something else is asked for', async () => {
    const { server } = shared;
    for (const query of ['', '?deltaCrl=false', '?crlPartitionIndex=0', '?deltaCrl=False&crlPartitionIndex='])
      assert.ok(Crl.parse(bytesOf((await server.call(`${CA_PATH}/getLatestCrl${query}`)).json['crl'])));
    for (const query of ['?deltaCrl=true', '?crlPartitionIndex=1', '?crlPartitionIndex=-1'])
      assert.equal((await server.call(`${CA_PATH}/getLatestCrl${query}`)).json['crl'], null, query);
    assertRefusal(
      await server.call(`${CA_PATH}/getLatestCrl?crlPartitionIndex=1.5`),
      400,
      /'crlPartitionIndex' must be integer/,
    );
  });

  it('are not made as delta CRLs, which a CA here does not issue', async () => {
    assertRefusal(
      await shared.server.call(`${CA_PATH}/createcrl?deltacrl=true`, { method: 'POST' }),
      400,
      "CA 'ManagementCA' issues no delta CRLs.",
    );
    assertRefusal(
      await shared.server.call(`${CA_PATH}/createcrl?deltacrl=maybe`, { method: 'POST' }),
      400,
      /'deltacrl' must be boolean/,
    );
  });

  it('are not made for a CA that is not known', async () => {
    assertRefusal(
      await shared.server.call('/v1/ca/CN=Nobody/createcrl', { method: 'POST' }),
      400,
      'CA with DN: CN=Nobody does not exist.',
    );
  });

  it('are made at once upon a revocation where the CA is set so', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { generateCrlUponRevocation: true, crlExpirePeriod: '12h' });
    const certificate = await enroll(server, newRequest({ username: 'at once', subject: 'CN=at once' }));
    await server.call(`${certificatePath(certificate, 'revoke')}?reason=SUPERSEDED`, { method: 'PUT' });
    const crl = await latestCrl(server);
    assert.deepEqual(
      [...crl.entries()].map(({ serialNumberText }) => serialNumberText),
      [certificate.serialNumberText],
    );
    assert.equal(crl.nextUpdate, crl.thisUpdate + 43_200);
  });

  for (const kept of [false, true])
    it(`${kept ? 'keep' : 'leave out'} what expired before the one before when the CA says so`, async () => {
      const { server } = shared;
      await editCa(server, 'ManagementCA', { generateCrlUponRevocation: false, keepExpiredCertificatesOnCrl: kept });
      const profile = `Short ${kept}`;
      await createProfiles(server, profile, { validity: '1h' });
      const certificate = await enroll(server, requestUnder(profile, { username: profile, subject: `CN=${profile}` }));
      await server.call(`${certificatePath(certificate, 'revoke')}?reason=SUPERSEDED`, { method: 'PUT' });
      const isListed = async () =>
        [...(await newCrl(server)).entries()].some(
          ({ serialNumberText }) => serialNumberText === certificate.serialNumberText,
        );
      assert.equal(await isListed(), true);
      server.clock.advanceSeconds(7200);
      assert.equal(await isListed(), true, 'one list has it after its end (RFC 5280 §3.3)');
      server.clock.advanceSeconds(60);
      assert.equal(await isListed(), kept);
      const status = withDatabase(server, (database) =>
        database.prepare('SELECT status FROM certificate WHERE username = ?').get(profile),
      );
      assert.deepEqual({ ...status }, { status: kept ? 40 : 60 });
      // What was archived keeps its reason.
      const { json } = await server.call(certificatePath(certificate, 'revocationstatus'));
      assert.deepEqual([json['revocation_reason'], json['revoked']], ['SUPERSEDED', true]);
    });
});

describe('a CA that cannot sign', () => {
  const shared = sharedServer();

  it('answers 400 to createcrl, 503 to an enrollment, and what it had is still there', async () => {
    const { server } = shared;
    const crl = await newCrl(server);
    const cannot = async (message: string) => {
      assertRefusal(await server.call(`${CA_PATH}/createcrl`, { method: 'POST' }), 400, message);
      const body = newRequest({ username: 'nobody', subject: 'CN=nobody' });
      assertRefusal(await server.call(ENROLL, { body }), 503, message);
    };
    const setStatus = async (status: string) => {
      withDatabase(server, (database) => database.prepare('UPDATE ca_state SET status = ?').run(status));
      await editCa(server, 'ManagementCA', { description: status });
    };
    await setStatus('OFFLINE');
    await cannot("CA 'ManagementCA' cannot sign: its status is OFFLINE.");
    assert.deepEqual((await latestCrl(server)).der, crl.der);
    await setStatus('ACTIVE');
    await takeTokenOffline(server);
    await cannot('Device was unavailable.');
  });

  it('still revokes, and says so, when its CRL cannot be made', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { generateCrlUponRevocation: true });
    const serialNumber = new X509Certificate(server.superAdministrator.cert).serialNumber;
    const path = `/v1/certificate/${encodeURIComponent(MANAGEMENT_CA_DN)}/${serialNumber}`;
    const answer = await server.call(`${path}/revoke?reason=CERTIFICATE_HOLD`, { method: 'PUT' });
    assert.deepEqual([answer.status, answer.json['revoked']], [200, true]);
    assert.ok(server.log.some((line) => line.includes('background task failed')));
    assert.equal((await server.call(`${path}/revocationstatus`)).status, 403, 'the caller was revoked');
  });
});

function javaHash(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}

function bytesOf(base64: unknown): Uint8Array {
  return Uint8Array.fromBase64(base64 as string);
}
