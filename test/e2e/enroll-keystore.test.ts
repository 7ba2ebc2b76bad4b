/** Keystores with keys that the server generates (section 7.5 of the interface). Numbers are those of its acceptance cases. */
import { Certificate, readBcfks, readJks, readPkcs12 } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { newUnitId } from '../../packages/server/src/kernel/unit-of-work.ts';
import {
  CERTIFICATE_PROFILE_ID,
  certificateProfileType,
  END_ENTITY_PROFILE_ID,
  endEntityProfileType,
} from '../../packages/server/src/modules/profiles/index.ts';
import { type EndEntity, TOKEN_TYPE } from '../../packages/server/src/modules/ra/index.ts';
import { makePasswordVerifier } from '../../packages/server/src/modules/ra/end-entities/index.ts';
import { auditRows, detailsOf } from './audit-records.ts';
import { assertRefusal, createProfiles, sharedServer } from './ca-rest-setup.ts';
import { caOf } from './ca-setup.ts';
import { newOfficer } from './officers.ts';
import { type CallOptions, type TestServer } from './test-server.ts';

const PASSWORD = 'of the end entity';
const OPERATION = '/v1/certificate/enrollkeystore';

/** Adds an end entity as an officer would. */
async function addEndEntity(server: TestServer, username: string, changes: Partial<EndEntity> = {}): Promise<void> {
  const { storage } = server.running.installation;
  const random = systemRandom();
  const endEntity: EndEntity = {
    id: storage.ids.next(),
    username,
    caId: (await caOf(server, 'ManagementCA')).id,
    certificateProfileId: CERTIFICATE_PROFILE_ID.ENDUSER,
    endEntityProfileId: END_ENTITY_PROFILE_ID.EMPTY,
    subjectDn: `CN=${username},O=Keystores`,
    subjectAltName: `rfc822Name=${username}@example.com`,
    email: undefined,
    status: 10,
    tokenType: TOKEN_TYPE.P12,
    kind: 1,
    passwordVerifier: await makePasswordVerifier(PASSWORD, random),
    sealedPassword: undefined,
    extended: {},
    createdMs: 1,
    modifiedMs: 1,
    version: 1,
    ...changes,
  };
  const write = { op: 'end-entity.insert', endEntity } as const;
  await storage.store.commit({ id: newUnitId(systemClock, random), epoch: undefined, writes: [write] });
}

const enrollKeystore = (server: TestServer, body: Record<string, unknown>, options: CallOptions = {}) =>
  server.call(OPERATION, {
    method: 'POST',
    body: { password: PASSWORD, key_alg: 'EC', key_spec: 'P-256', ...body },
    ...options,
  });

/** The private key and the certificates of a keystore, each as DER. */
async function opened(
  format: string,
  octets: Uint8Array,
): Promise<readonly [key: Uint8Array, certificates: readonly Uint8Array[]]> {
  if (format === 'PKCS12') {
    const { keys, certificates } = await readPkcs12(octets, PASSWORD);
    return [await keys[0]!.decrypt(), certificates.map(({ certificate }) => certificate)];
  }
  const [key] = format === 'JKS' ? await readJks(octets, PASSWORD) : await readBcfks(octets, PASSWORD);
  return [await key!.decrypt(), key!.certificates];
}

describe('enrollkeystore', () => {
  const shared = sharedServer();

  for (const [algorithm, specification] of [
    ['RSA', '2048'],
    ['ECDSA', 'P-256'],
  ]) {
    for (const [token, format] of [
      ['P12', 'PKCS12'],
      ['JKS', 'JKS'],
      ['BCFKS', 'BCFKS'],
    ] as const) {
      it(`generates a key of ${algorithm} in a ${format} that the password opens (58)`, async () => {
        const { server } = shared;
        const username = `${algorithm}-${token}`;
        await addEndEntity(server, username, { tokenType: TOKEN_TYPE[token] });
        const answer = await enrollKeystore(server, { username, key_alg: algorithm, key_spec: specification });
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.json['response_format'], format);
        assert.equal(answer.headers['warning'] !== undefined, format === 'JKS');
        const [key, [certificate, ...chain]] = await opened(
          format,
          Buffer.from(answer.json['certificate'] as string, 'base64'),
        );
        const parsed = Certificate.parse(certificate!);
        assert.equal(parsed.serialNumber.toUpperCase().replace(/^0+/, ''), answer.json['serial_number']);
        assert.equal(parsed.subject.toString(), `CN=${username},O=Keystores`);
        const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
        const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
        assert.ok(publicKey.equals(parsed.publicKey.der));
        assert.deepEqual(
          chain.map((der) => Buffer.from(der).toString('base64')),
          answer.json['certificate_chain'],
        );
        const row = auditRows(server).findLast((each) => each.event === 'CERT_CREATION' && each.username === username);
        assert.equal(detailsOf(row!)['keystore'], token);
      });
    }
  }

  for (const [algorithm, specification] of [
    ['Ed25519', 'Ed25519'],
    ['EdDSA', 'Ed448'],
    ['ML-DSA-65', ''],
    ['EC', 'brainpoolP384r1'],
  ] as const) {
    it(`generates a key of ${algorithm} ${specification}`, async () => {
      const { server } = shared;
      const username = `of-${algorithm}`;
      await addEndEntity(server, username);
      const answer = await enrollKeystore(server, { username, key_alg: algorithm, key_spec: specification });
      assert.equal(answer.status, 200, answer.text);
    });
  }

  it('makes the end entity GENERATED, which gets no second one', async () => {
    const { server } = shared;
    await addEndEntity(server, 'once');
    assert.equal((await enrollKeystore(server, { username: 'once' })).status, 200);
    const { status, tokenType } =
      (await server.running.installation.storage.stores.endEntities.findByUsername('once'))!;
    assert.deepEqual([status, tokenType], [40, TOKEN_TYPE.P12]);
    assertRefusal(await enrollKeystore(server, { username: 'once' }), 400, /./);
  });

  it('refuses in the order of the interface (59)', async () => {
    const { server } = shared;
    const unknown = { username: 'nobody', key_alg: 'FOO', key_spec: '1' };
    assertRefusal(await enrollKeystore(server, unknown), 404, "The end entity 'nobody' does not exist");
    await addEndEntity(server, 'own', { tokenType: TOKEN_TYPE.USERGENERATED });
    const wrong = { username: 'own', password: 'wrong', key_alg: 'FOO', key_spec: '1' };
    assertRefusal(await enrollKeystore(server, wrong), 422, "Unsupported key algorithm 'FOO'");
    assertRefusal(await enrollKeystore(server, { ...wrong, key_alg: 'RSA', key_spec: '1024' }), 422, /2048 to 8192/);
    assertRefusal(await enrollKeystore(server, { ...wrong, key_alg: 'EC', key_spec: 'P-1' }), 422, /curve/);
    assertRefusal(
      await enrollKeystore(server, { ...wrong, key_alg: 'EC', key_spec: 'P-256' }),
      400,
      "Unsupported token type. Must be one of 'PKCS12', 'BCFKS' or 'JKS'.",
    );
  });

  it('refuses a wrong password, and issues nothing', async () => {
    const { server } = shared;
    await addEndEntity(server, 'guarded');
    assertRefusal(await enrollKeystore(server, { username: 'guarded', password: 'wrong' }), 400, /./);
    assert.equal((await enrollKeystore(server, { username: 'guarded' })).status, 200);
  });

  it('generates no keys where the profile follows the Baseline Requirements for TLS', async () => {
    const { server } = shared;
    await createProfiles(server, 'Public TLS', { baselineRequirements: 'TLS' });
    const { configuration } = server.running.installation;
    const { id } = await configuration.get(certificateProfileType, 'Public TLS');
    const { id: endEntityProfileId } = await configuration.get(endEntityProfileType, 'Public TLS');
    await addEndEntity(server, 'tls', {
      certificateProfileId: id,
      endEntityProfileId,
      subjectAltName: undefined,
    });
    assertRefusal(
      await enrollKeystore(server, { username: 'tls' }),
      400,
      /generates no keys for others \(6\.1\.1\.3\)/,
    );
  });

  it('does not tell of end entities that the caller may not see', async () => {
    const { server } = shared;
    await addEndEntity(server, 'hidden');
    const as = await newOfficer(server, 'issuer elsewhere', { '/ca_functionality/create_certificate/': 'ALLOW' });
    const hidden = await enrollKeystore(server, { username: 'hidden' }, { as });
    assertRefusal(hidden, 404, "The end entity 'hidden' does not exist");
  });
});

describe('enrollkeystore as EJBCA answers it', () => {
  const shared = sharedServer({ compatibility: 'ejbca' });

  it('answers 201', async () => {
    await addEndEntity(shared.server, 'created');
    assert.equal((await enrollKeystore(shared.server, { username: 'created' })).status, 201);
  });
});
