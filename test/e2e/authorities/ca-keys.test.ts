/** The keys of CAs when something goes wrong with them, and what CAs do with them at all. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Certificate,
  certificatePolicies,
  CertificationRequest,
  type Der,
  nameConstraints,
  type Oid,
  signatureAlgorithmByName,
  subjectAltPublicKeyInfo,
} from '@sealwright/pki';
import { VerifiedCaSigner } from '../../../packages/server/src/modules/ca/index.ts';
import { change, removalOfCa } from '../support/administration.ts';
import { assertRefusal, editCa, ENROLL, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, certificateOf, createCa, HOST } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import { whileRefusing } from '../support/installations/server-database.ts';
import type { CallOptions, TestServer } from '../support/test-server.ts';

const act = async (server: TestServer, name: string, verb: string, body: object = {}, options: CallOptions = {}) =>
  server.administer(`/cas/${encodeURIComponent(name)}/${verb}`, { ...options, body });
const aliases = async (server: TestServer): Promise<readonly string[]> => {
  const { json } = await server.administer('/cryptotokens/ManagementCA/keys?limit=1000');
  return (json['keys'] as { alias: string }[]).map(({ alias }) => alias);
};

describe('the signature of a CA', () => {
  const shared = sharedServer();

  it('is handed out by a device only when it fits the public key of the CA', async () => {
    const { cryptoTokens: tokens } = shared.server.running.installation.tokens;
    const { settings, keyAlias, issuer } = await caOf(shared.server, 'ManagementCA');
    const { cryptoTokenId } = settings;
    const key = { keyAlias, settings: { cryptoTokenId: cryptoTokenId! }, publicKey: issuer!.certificate.publicKey };
    const algorithm = signatureAlgorithmByName('SHA256withECDSA');
    const data = new Uint8Array(100) as Der<'CertificationRequestInfo'>;
    const device = (spoil: (signature: Uint8Array) => Uint8Array, isDevice = true) =>
      new VerifiedCaSigner({
        tokens: {
          generation: (id) => tokens.generation(id),
          sign: async (...args) => spoil(await tokens.sign(...args)),
        },
        hardwareTokens: { has: () => isDevice },
      });
    const flip = (signature: Uint8Array) => signature.with(signature.length - 1, signature.at(-1)! ^ 1);
    assert.ok((await device((same) => same).sign(key, algorithm, data)).length > 60);
    for (const spoil of [flip, () => new Uint8Array(), () => new Uint8Array(70)]) {
      await assert.rejects(device(spoil).sign(key, algorithm, data), { code: 'ca.wrong_signature' });
    }
    // Another key under the alias of the CA.
    await createCa(shared.server, 'Other');
    const other = { ...key, keyAlias: 'Other key' };
    await assert.rejects(device((same) => same).sign(other, algorithm, data), { code: 'ca.wrong_signature' });
  });
});

describe('the key of a CA', () => {
  const shared = sharedServer();

  it('that is there already has to be what the settings say', async () => {
    const { server } = shared;
    const made = await server.call('/v1/cryptotoken/ManagementCA/generatekeys', {
      body: { key_pair_alias: 'given', key_alg: 'EC', key_spec: 'P-384' },
    });
    assert.equal(made.status, 200, made.text);
    for (const signKeySpec of ['P-256', '3072', 'Ed25519']) {
      await assert.rejects(createCa(server, `With ${signKeySpec}`, { certSignKey: 'given', signKeySpec }), {
        code: 'ca.key_spec',
      });
    }
    const settings = { certSignKey: 'given', signKeySpec: 'secp384r1', signatureAlgorithm: 'SHA384withECDSA' };
    assert.equal((await createCa(server, 'Given', settings)).status, 'ACTIVE');
  });

  it('that was made for a renewal that failed is taken away again', async () => {
    const { server } = shared;
    await createCa(server, 'Above');
    await createCa(server, 'Below', { signedBy: 'Above', certificateProfile: 'SUBCA' });
    assert.equal((await act(server, 'Above', 'deactivate')).status, 200);
    const before = await aliases(server);
    for (let attempt = 0; attempt < 2; attempt++) {
      assert.equal((await act(server, 'Below', 'renew', { new_key: true })).status, 503);
      assert.deepEqual(await aliases(server), before);
    }
    assert.equal((await act(server, 'Above', 'activate')).status, 200);
    const renewed = await act(server, 'Below', 'renew', { new_key: true });
    assert.equal(renewed.json['key_alias'], 'Below key00001');
  });

  it('of alternative signatures stays when another key of the token is requested', async () => {
    const { server } = shared;
    await createCa(server, 'Hybrid', {
      signedBy: 'External CA',
      certificateProfile: 'SUBCA',
      alternativeSignatureAlgorithm: 'SHA384withECDSA',
      alternativeSignKeySpec: 'P-384',
      alternativeCertSignKey: 'Hybrid alternative',
    });
    await server.call('/v1/cryptotoken/ManagementCA/generatekeys', {
      body: { key_pair_alias: 'Hybrid second', key_alg: 'EC', key_spec: 'P-256' },
    });
    const answer = await act(server, 'Hybrid', 'csr', { key_alias: 'Hybrid second' });
    assert.equal(answer.status, 200, answer.text);
    const { states } = server.running.installation.ca;
    const { request } = (await states.findState((await caOf(server, 'Hybrid')).id))!;
    assert.deepEqual([request!.keyAlias, request!.alternativeKeyAlias], ['Hybrid second', 'Hybrid alternative']);
    assert.ok(CertificationRequest.parse(request!.der));
  });
});

describe('a CA off line', () => {
  const shared = sharedServer();

  it('does not sign its own renewal', async () => {
    const { server } = shared;
    await createCa(server, 'Root');
    await createCa(server, 'Sub', { signedBy: 'Root', certificateProfile: 'SUBCA' });
    for (const name of ['Root', 'Sub']) assert.equal((await act(server, name, 'deactivate')).status, 200);
    const before = await aliases(server);
    for (const body of [{}, { new_key: true }]) assert.equal((await act(server, 'Root', 'renew', body)).status, 409);
    assert.deepEqual(await aliases(server), before);
    assert.equal((await act(server, 'Root', 'activate')).status, 200);
    assert.equal((await act(server, 'Root', 'renew')).status, 200);
    assert.equal((await act(server, 'Sub', 'renew')).status, 200, 'another one signs it');
  });

  it('is not removed while a certificate may exist that it has signed and that was never stored', async () => {
    const { server } = shared;
    await createCa(server, 'Journal', { recordBeforeSigning: 'ALWAYS' });
    const body = { ...newRequest({ username: 'lost', subject: 'CN=lost' }), certificate_authority_name: 'Journal' };
    const lost = await whileRefusing(server, 'INSERT', 'certificate', async () => server.call(ENROLL, { body }));
    assert.equal(lost.status, 500);
    assert.equal((await act(server, 'Journal', 'deactivate')).status, 200);
    const { installation } = server.running;
    await assert.rejects(change(installation, 'CA_DELETION', [removalOfCa('Journal')]), { code: 'document.in_use' });
    await createCa(server, 'Unused', { recordBeforeSigning: 'ALWAYS' });
    assert.equal((await act(server, 'Unused', 'deactivate')).status, 200);
    await change(installation, 'CA_DELETION', [removalOfCa('Unused')]);
  });
});

describe('the certificates that link two keys of a root', () => {
  const shared = sharedServer();

  it('say of the CA what its own certificate says', async () => {
    const { server } = shared;
    await createCa(server, 'Linked', {
      nameConstraintsPermitted: ['example.com'],
      alternativeSignatureAlgorithm: 'SHA384withECDSA',
      alternativeSignKeySpec: 'P-384',
      alternativeCertSignKey: 'Linked alternative',
    });
    const before = await certificateOf(server, 'Linked');
    await server.running.installation.ca.renewCa.renew(HOST, 'Linked', { newKey: true });
    const after = await certificateOf(server, 'Linked');
    const { further } = await server.running.installation.ca.readCa.describe('Linked');
    const linkOf = (role: string) => {
      const { chain } = further.find((one) => one.role === role)!;
      return Certificate.parse(chain[0]!);
    };
    for (const [role, certified] of [
      ['new-with-old', after],
      ['old-with-new', before],
    ] as const) {
      const link = linkOf(role);
      assert.deepEqual(link.publicKey.der, certified.publicKey.der, role);
      for (const { oid, name } of [nameConstraints, certificatePolicies, subjectAltPublicKeyInfo])
        assert.deepEqual(valueOf(link, oid), valueOf(certified, oid), name);
      assert.ok(link.extension(nameConstraints) !== undefined);
      assert.ok(link.extension(subjectAltPublicKeyInfo) !== undefined);
    }
  });
});

function valueOf({ extensions }: Certificate, oid: Oid): Uint8Array | undefined {
  return extensions.find((extension) => extension.oid === oid)?.value;
}

describe('a caller who may not act on a CA', () => {
  const shared = sharedServer();

  it('does not learn whether there is one of a name', async () => {
    const { server } = shared;
    await createCa(server, 'Secret');
    await editCa(server, 'Secret', { description: 'nobody is to know of it' });
    const officer = await newOfficer(server, 'Officer', {
      '/ca_functionality/': 'ALLOW',
      '/ca/ManagementCA/': 'ALLOW',
      '/cryptotoken/': 'ALLOW',
    });
    const acts: readonly (readonly [string, object])[] = [
      ['renew', {}],
      ['receive', { certificates: ['x'] }],
      ['csr', {}],
      ['revoke', { reason: 'SUPERSEDED' }],
    ];
    const refused = [];
    for (const [verb, body] of acts) {
      for (const name of ['Secret', 'Nobody'])
        refused.push({ name, verb, answer: await act(server, name, verb, body, { as: officer }) });
    }
    for (const { name, verb, answer } of refused) {
      assert.equal(answer.status, 404, `${verb} ${name}`);
      assertRefusal(answer, 404, `CA with name ${name} does not exist.`);
    }
    const csr = async (dn: string) =>
      server.call(`/v1/ca/${encodeURIComponent(dn)}/generatecsr`, {
        method: 'PUT',
        as: officer,
        body: { key_pair: 'GENERATE_NEW', certificate_chain: [], response_format: 'PEM' },
      });
    for (const dn of ['CN=Secret,O=Example', 'CN=Nobody,O=Example'])
      assertRefusal(await csr(dn), 400, `CA with DN: ${dn} does not exist.`);
    const nobody = await newOfficer(server, 'Nobody', { '/ca/': 'ALLOW' });
    for (const name of ['Secret', 'Unknown'])
      assert.equal((await act(server, name, 'renew', {}, { as: nobody })).status, 403);
  });
});
