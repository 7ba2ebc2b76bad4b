/** Keystores with keys that the server generates (section 7.5 of the interface). Numbers are those of its acceptance cases. */
import { Certificate } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { certificateProfileType, endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { TOKEN_TYPE } from '../../../packages/server/src/modules/ra/index.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { addEndEntity, enrollKeystore, opened } from '../support/setups/keystore-setup.ts';
import { newOfficer } from '../support/officers.ts';

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

  for (const [requirements, reason] of [
    ['TLS', /generates no keys for others \(6\.1\.1\.3\)/],
    ['CODE_SIGNING', /a key never leaves the hardware that it was generated in \(6\.2\.7\.4\)/],
  ] as const) {
    it(`generates no keys where the profile follows the Baseline Requirements for ${requirements}`, async () => {
      const { server } = shared;
      const name = `Public ${requirements}`;
      await createProfiles(server, name, { baselineRequirements: requirements });
      const { configuration } = server.running.installation;
      const { id } = await configuration.get(certificateProfileType, name);
      const { id: endEntityProfileId } = await configuration.get(endEntityProfileType, name);
      const username = `under ${requirements}`;
      await addEndEntity(server, username, {
        certificateProfileId: id,
        endEntityProfileId,
        subjectAltName: undefined,
      });
      assertRefusal(await enrollKeystore(server, { username }), 400, reason);
    });
  }

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
