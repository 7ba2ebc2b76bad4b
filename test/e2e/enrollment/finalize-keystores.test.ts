/** Keystores that others have to approve, and their end (sections 7.5 and 7.6 of the interface). Numbers are those of its acceptance cases. */
import { Certificate, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { certificateProfileType, endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { type EndEntity, TOKEN_TYPE } from '../../../packages/server/src/modules/ra/index.ts';
import { createApprovalProfile, decide, officersOf, requestIdOf } from '../support/setups/approval-setup.ts';
import { change } from '../support/administration.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { createKeepingCa, createKeepingProfiles, KEEPING } from '../support/setups/key-recovery-setup.ts';
import { addEndEntity, enrollKeystore, opened, PASSWORD } from '../support/setups/keystore-setup.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import type { Answer } from '../support/test-server.ts';

const CA = 'Guarded keystores';
const KEEPING_CA = 'Guarded and keeping';

describe('a keystore that others have to approve', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Four eyes', {});
    await createCa(server, CA);
    await editCa(server, CA, { approvals: { addEditEndEntity: 'Four eyes' } });
  });

  const add = async (username: string, changes: Partial<EndEntity> = {}, ca = CA) =>
    addEndEntity(shared.server, username, { caId: (await caOf(shared.server, ca)).id, ...changes });
  const find = async (username: string) =>
    (await shared.server.running.installation.storage.stores.endEntities.findByUsername(username))!;
  const ask = (username: string, more: object = {}) => enrollKeystore(shared.server, { username, ...more });
  const approve = async (id: number) => {
    const { status, json, text } = await decide(shared.server, id, officers.first);
    assert.deepEqual([status, json['status']], [200, 'APPROVED'], text);
  };
  const approved = async (username: string, changes?: Partial<EndEntity>, more?: object, ca?: string) => {
    await add(username, changes, ca);
    const id = requestIdOf(await ask(username, more));
    await approve(id);
    return id;
  };
  const finalize = (id: number, body: object = {}, options = {}): Promise<Answer> =>
    shared.server.call(`/v1/certificate/${id}/finalize`, {
      body: { response_format: 'P12', password: PASSWORD, ...body },
      ...options,
    });
  const certificatesOf = (username: string) =>
    withDatabase(shared.server, (database) =>
      database.prepare('SELECT * FROM certificate WHERE username = ?').all(username),
    ).length;

  it('is answered 202 before a key is made, and approved as it was asked for (10)', async () => {
    const { server } = shared;
    await add('carol');
    const asked = await ask('carol', { key_alg: 'RSA', key_spec: '2048' });
    const id = requestIdOf(asked);
    assert.match(asked.json['link'] as string, new RegExp(`/v1/certificate/${id}/finalize$`));
    assertRefusal(await ask('carol'), 400, new RegExp(String(id)));
    const { json } = await server.call(`/v1/approval/${id}`, { as: officers.first });
    const { request_type, subject_dn, token, key_algorithm, certificate_extension_data } = json;
    assert.deepEqual(
      { request_type, subject_dn, token, key_algorithm },
      { request_type: 'Edit End Entity', subject_dn: 'CN=carol,O=Keystores', token: 'P12', key_algorithm: 'RSA' },
    );
    assert.deepEqual(JSON.parse(certificate_extension_data as string), { key_specification: '2048' });
    assert.ok(!JSON.stringify(json).includes(PASSWORD));
    assert.equal(certificatesOf('carol'), 0);
  });

  for (const [format, answered, token] of [
    ['P12', 'PKCS12', TOKEN_TYPE.P12],
    ['jks', 'JKS', TOKEN_TYPE.JKS],
    ['BCFKS', 'BCFKS', TOKEN_TYPE.BCFKS],
  ] as const)
    it(`is a ${answered} with the approved key (60)`, async () => {
      const username = `approved-${answered}`;
      const id = await approved(username, {}, { key_alg: 'EC', key_spec: 'P-384' });
      const answer = await finalize(id, { response_format: format });
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.json['response_format'], answered);
      assert.equal(answer.headers['warning'] !== undefined, answered === 'JKS');
      const octets = Buffer.from(answer.json['certificate'] as string, 'base64');
      const [key, [own, ...chain]] = await opened(answered, octets);
      const certificate = Certificate.parse(own!);
      assert.equal(answer.json['serial_number'], certificate.serialNumber.toUpperCase().replace(/^0+/, ''));
      assert.equal(certificate.subject.toString(), `CN=${username},O=Keystores`);
      assert.equal(certificate.publicKey.curve?.name, 'P-384');
      const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
      assert.ok(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).equals(certificate.publicKey.der));
      assert.equal(chain.length, 1);
      const { status, tokenType, extended } = await find(username);
      assert.deepEqual([status, tokenType, extended.approvedRegistration], [40, token, undefined]);
    });

  it('is PEM text whose key is encrypted under the password', async () => {
    const id = await approved('approved-pem');
    const answer = await finalize(id, { response_format: 'PEM' });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.json['response_format'], 'PEM');
    const text = Buffer.from(answer.json['certificate'] as string, 'base64').toString();
    assert.deepEqual(
      parsePem(text).map(({ label }) => label),
      ['ENCRYPTED PRIVATE KEY', 'CERTIFICATE', 'CERTIFICATE'],
    );
    createPrivateKey({ key: text, passphrase: PASSWORD });
    assert.equal((await find('approved-pem')).tokenType, TOKEN_TYPE.PEM);
  });

  it('is finalized in the order of the checks that clients know (61, 62, 63)', async () => {
    const { server } = shared;
    assertRefusal(await finalize(77, { response_format: 'XYZ' }), 400, "Could not find request with Id '77'");
    await add('ordered');
    const rejected = requestIdOf(await ask('ordered'));
    assertRefusal(await finalize(rejected, { response_format: 'XYZ' }), 400, /^Invalid parameter: response_format/);
    const waiting = await finalize(rejected, { response_format: 'DER', password: 'wrong' });
    assert.equal(waiting.status, 202);
    assert.equal(waiting.json['info_message'], `Request with Id '${rejected}' is still waiting for approval`);
    assert.equal((await decide(server, rejected, officers.first, { approve: false })).json['status'], 'REJECTED');
    assertRefusal(await finalize(rejected), 400, `Request with Id '${rejected}' has been rejected`);

    const id = requestIdOf(await ask('ordered'));
    await approve(id);
    assertRefusal(
      await finalize(id, { response_format: 'DER', password: 'wrong' }),
      400,
      "Invalid response format. Must be 'JKS', 'P12', 'BCFKS', or 'PEM'",
    );
    assert.equal((await finalize(id)).status, 201);
    const again = `Enrollment with Id '${id}' has already been finalized`;
    assertRefusal(await finalize(id), 400, again);
    assertRefusal(await finalize(id, { response_format: 'DER', password: 'wrong' }), 400, again);

    const gone = await approved('gone');
    assert.equal((await server.call('/v1/endentity/gone', { method: 'DELETE' })).status, 200);
    assertRefusal(await finalize(gone, { response_format: 'DER' }), 404, "The end entity 'gone' does not exist");
  });

  it('has the key that is asked for at the end, where both members say which', async () => {
    const id = await approved('chosen', {}, { key_alg: 'RSA', key_spec: '2048' });
    const together = /replace the key of the end entity \(RSA 2048\) together/;
    assertRefusal(await finalize(id, { key_alg: 'EC', key_spec: '' }), 400, together);
    assertRefusal(await finalize(id, { key_spec: '3072' }), 400, together);
    assertRefusal(await finalize(id, { key_alg: 'FOO', key_spec: '1' }), 422, "Unsupported key algorithm 'FOO'");
    assertRefusal(await finalize(id, { key_alg: 'RSA', key_spec: '1024' }), 422, /2048 to 8192/);
    const answer = await finalize(id, { key_alg: 'Ed25519', key_spec: 'Ed25519' });
    assert.equal(answer.status, 201, answer.text);
    const octets = Buffer.from(answer.json['certificate'] as string, 'base64');
    const [, [own]] = await opened('PKCS12', octets);
    assert.equal(Certificate.parse(own!).publicKey.algorithm.name, 'Ed25519');
    const row = auditRows(shared.server).findLast(
      ({ event, username }) => event === 'CERT_CREATION' && username === 'chosen',
    );
    assert.equal(detailsOf(row!)['keyAlgorithm'], 'Ed25519');
  });

  it('has no key that its certificate profile does not allow any more', async () => {
    const { server } = shared;
    await createProfiles(server, 'Curves', { approvals: { addEditEndEntity: 'Four eyes' } });
    const { configuration } = server.running.installation;
    const profiles = {
      certificateProfileId: (await configuration.get(certificateProfileType, 'Curves')).id,
      endEntityProfileId: (await configuration.get(endEntityProfileType, 'Curves')).id,
      subjectAltName: undefined,
    };
    const id = await approved('curves', profiles);
    const { token: type } = certificateProfileType;
    const present = await configuration.present(await configuration.get(certificateProfileType, 'Curves'));
    const settings = { ...present, availableKeyAlgorithms: ['RSA'] };
    await change(server.running.installation, 'CERTPROFILE_EDITING', [
      { kind: 'change', type, name: 'Curves', settings },
    ]);
    assertRefusal(await finalize(id), 422, /does not allow keys of the algorithm/);
    assert.equal(certificatesOf('curves'), 0);
  });

  it('is in no format that its end entity profile does not allow', async () => {
    const { server } = shared;
    const types = { availableTokenTypes: ['P12', 'JKS'], defaultTokenType: 'P12' };
    await createProfiles(server, 'Few tokens', {}, types);
    const { configuration } = server.running.installation;
    const id = await approved('few-tokens', {
      certificateProfileId: (await configuration.get(certificateProfileType, 'Few tokens')).id,
      endEntityProfileId: (await configuration.get(endEntityProfileType, 'Few tokens')).id,
      subjectAltName: undefined,
    });
    assertRefusal(await finalize(id, { response_format: 'BCFKS' }), 422, /availableTokenTypes/);
    assert.equal((await finalize(id, { response_format: 'JKS' })).status, 201);
  });

  it('is one keystore to several who finalize at the same time', async () => {
    const id = await approved('raced');
    const answers = await Promise.all([finalize(id), finalize(id), finalize(id), finalize(id)]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 400, 400, 400],
    );
    assert.equal(certificatesOf('raced'), 1);
  });

  it('counts wrong passwords against the login attempts of the end entity', async () => {
    const id = await approved('guessed', { extended: { logins: { maximum: 2, remaining: 2 } } });
    const refused = /Wrong username or password/;
    assertRefusal(await finalize(id, { password: 'wrong' }), 403, refused);
    assert.deepEqual((await find('guessed')).extended.logins, { maximum: 2, remaining: 1 });
    assertRefusal(await finalize(id, { password: 'wrong' }), 403, refused);
    assert.equal((await find('guessed')).status, 40);
    assertRefusal(await finalize(id), 403, refused);
    assert.equal(certificatesOf('guessed'), 0);
  });

  it('is not made for an end entity that was revoked after the approval', async () => {
    const id = await approved('revoked-meanwhile');
    const body = { reason_code: 4, delete: false };
    const revoked = await shared.server.call('/v1/endentity/revoked-meanwhile/revoke', { method: 'PUT', body });
    assert.equal(revoked.status, 200);
    assertRefusal(await finalize(id), 422, /cannot enroll this way: its status is REVOKED/);
  });

  it('is not made for an end entity that was edited after the request, or after the approval', async () => {
    const { server } = shared;
    const edit = async (username: string) => {
      await editCa(server, CA, { approvals: {} });
      const body = {
        username,
        subject_dn: 'CN=somebody else',
        ca_name: CA,
        certificate_profile_name: 'ENDUSER',
        end_entity_profile_name: 'EMPTY',
        token: 'P12',
      };
      const { status, text } = await server.call('/v1/endentity/edit', { body });
      assert.equal(status, 200, text);
      await editCa(server, CA, { approvals: { addEditEndEntity: 'Four eyes' } });
    };
    await add('edited-early');
    const early = requestIdOf(await ask('edited-early'));
    await edit('edited-early');
    assertRefusal(await decide(server, early, officers.first), 500, /was made, changed or removed after the request/);
    assertRefusal(await finalize(early), 400, `Request with Id '${early}' could not be executed`);
    const late = await approved('edited-late');
    await edit('edited-late');
    assertRefusal(await finalize(late), 400, /already been finalized/);
    assert.equal(certificatesOf('edited-late'), 0);
    assert.equal((await ask('edited-late')).status, 202, 'what it is now has to be approved');
  });

  it('is given by enrollkeystore, too, once it is approved, and then not finalized', async () => {
    const id = await approved('asked-again');
    assert.equal((await ask('asked-again')).status, 200);
    assertRefusal(await finalize(id), 400, /already been finalized/);
    assert.equal(certificatesOf('asked-again'), 1);
  });

  it('is approved anew for the next one', async () => {
    const id = await approved('twice', { extended: { requests: { allowed: 2, remaining: 2 } } });
    assert.equal((await finalize(id)).status, 201);
    const next = requestIdOf(await ask('twice'));
    assert.equal(certificatesOf('twice'), 1);
    await approve(next);
    assert.equal((await finalize(next)).status, 201);
    assert.equal(certificatesOf('twice'), 2);
  });

  it('is made at once for an end entity whose new status others have approved', async () => {
    const { server } = shared;
    const first = await approved('renewed');
    assert.equal((await finalize(first)).status, 201);
    const body = { status: 'NEW', token: 'P12', password: PASSWORD };
    const asked = await server.call('/v1/endentity/renewed/setstatus', { body });
    await approve(requestIdOf(asked));
    assert.equal((await ask('renewed')).status, 200);
    assert.equal(certificatesOf('renewed'), 2);
    assertRefusal(await finalize(first), 400, /already been finalized/);
  });

  it('is finalized by callers who may issue certificates at the CA, and nobody else', async () => {
    const id = await approved('foreign');
    assertRefusal(await finalize(id, {}, { as: officers.second }), 403, /create_certificate/);
    assert.equal((await finalize(id)).status, 201);
  });

  it('has its key kept where end entity and profile want that', async () => {
    const { server } = shared;
    await createKeepingProfiles(server, KEEPING, { approvals: { addEditEndEntity: 'Four eyes' } });
    await createKeepingCa(server, KEEPING_CA);
    const { configuration, storage } = server.running.installation;
    const profiles = {
      certificateProfileId: (await configuration.get(certificateProfileType, KEEPING)).id,
      endEntityProfileId: (await configuration.get(endEntityProfileType, KEEPING)).id,
      subjectAltName: undefined,
      kind: 0x81,
    };
    const id = await approved('kept', profiles, {}, KEEPING_CA);
    const answer = await finalize(id);
    assert.equal(answer.status, 201, answer.text);
    const octets = Buffer.from(answer.json['certificate'] as string, 'base64');
    const { serialNumber } = Certificate.parse((await opened('PKCS12', octets))[1][0]!);
    const { id: caId } = await caOf(server, KEEPING_CA);
    const key = await storage.stores.keptKeys.find(caId, serialNumber);
    assert.equal(key?.endEntityId, (await find('kept')).id);
  });
});
