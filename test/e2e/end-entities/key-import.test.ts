/** The import of keys by `keyimport` (section 8.3 of the interface), row by row. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { auditRows } from '../support/audit-records.ts';
import { createApprovalProfile } from '../support/setups/approval-setup.ts';
import { assertRefusal, createProfiles, editCa, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { newKeyPair } from '../support/enrollment.ts';
import { findEndEntity } from '../support/setups/end-entity-setup.ts';
import {
  createKeepingCa,
  createKeepingProfiles,
  type ForeignKey,
  importKeys,
  KEEPING,
  keepNewKey,
  keystoreOf,
  newForeignKey,
  PASSWORD,
  pathOf,
} from '../support/setups/key-recovery-setup.ts';
import { newOfficer } from '../support/officers.ts';

const CA = 'Importing';
const KEEPING_USAGE = { keyUsage: ['digitalSignature', 'keyEncipherment'] };
const KEPT = { keyRecoveryUsed: true };

describe('keyimport', () => {
  const shared = sharedServer();
  before(async () => {
    await createKeepingProfiles(shared.server);
    await createKeepingCa(shared.server, CA);
  });
  const good = async (username: string, format?: 'BCFKS' | 'JKS' | 'P12') => {
    const key = await newForeignKey(shared.server, CA, `CN=${username}`);
    return { username, keystore: await keystoreOf(key, format), password: PASSWORD };
  };
  const failure = async (keystore: object, reason: string) => {
    const answer = await importKeys(shared.server, CA, [keystore]);
    const { key_import_failures: failures, message } = answer.json;
    assert.deepEqual([answer.status, message], [500, '1 keystores failed to import'], answer.text);
    assert.deepEqual(
      (failures as { reason: string }[]).map((each) => each.reason),
      [reason],
    );
  };
  const content = async (body: object, text: string) => {
    const answer = await shared.server.call(pathOf(CA, 'keyimport'), { body });
    assertRefusal(answer, 400, `Invalid KeyImportRestRequest content, ${text}.`);
  };

  it('takes two good keystores of any format, and makes their end entities (137)', async () => {
    for (const [format, names] of [
      ['P12', ['dave', 'erin']],
      ['JKS', ['frank', 'grace']],
      ['BCFKS', ['heidi', 'ivan']],
    ] as const) {
      const answer = await importKeys(shared.server, CA, [await good(names[0], format), await good(names[1], format)]);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json, {
        message: 'All keystores are imported successfully. ',
        key_import_failures: [],
      });
    }
    const dave = (await findEndEntity(shared.server, 'dave'))!;
    assert.deepEqual([dave.status, dave.tokenType, dave.kind, dave.subjectDn], [40, 2, 0x81, 'CN=dave']);
    assert.ok(dave.passwordVerifier!.length > 20);
    const events = auditRows(shared.server).flatMap(({ event, username }) => (username === 'dave' ? [event] : []));
    assert.deepEqual(events.toSorted(), ['CERT_STORED', 'KEYRECOVERY_ADDDATA', 'RA_ADDENDENTITY']);
  });

  it('names the keystores that fail, and imports the others (137)', async () => {
    const wrong = { ...(await good('judy')), password: 'not this one' };
    const answer = await importKeys(shared.server, CA, [wrong, await good('mallory')]);
    assert.equal(answer.status, 207, answer.text);
    assert.deepEqual(answer.json, {
      message: '1 keystores failed to import',
      key_import_failures: [{ username: 'judy', reason: 'WRONG_PASSWORD' }],
    });
    assert.equal(await findEndEntity(shared.server, 'judy'), undefined);
    assert.ok(await findEndEntity(shared.server, 'mallory'));
  });

  it('is 500 with the failures when none is good (137)', async () => {
    await failure({ ...(await good('niaj')), password: 'not this one' }, 'WRONG_PASSWORD');
  });

  it('is 404 for a CA that is unknown, or not the caller’s (137)', async () => {
    const { server } = shared;
    assertRefusal(await importKeys(server, 'Nobody', [await good('olivia')]), 404, /Nobody/);
    const officer = await newOfficer(server, 'importer', {
      '/ra_functionality/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    });
    const keystores = [await good('olivia')];
    const [hidden, unknown] = [
      await importKeys(server, CA, keystores, { as: officer }),
      await importKeys(server, 'Nobody', keystores, { as: officer }),
    ];
    assert.deepEqual([hidden.status, hidden.text.replaceAll(CA, 'Nobody')], [404, unknown.text]);
  });

  it('refuses content that is not complete, or no base64 (137)', async () => {
    const one = { username: 'peggy', keystore: 'AAAA', password: 'x' };
    const names = { certificate_profile_name: KEEPING, end_entity_profile_name: KEEPING };
    await content({ ...names, keystores: [] }, 'keystores is empty');
    await content({ ...names }, 'keystores is empty');
    await content({ ...names, certificate_profile_name: '', keystores: [one] }, 'certificate_profile_name is empty');
    await content({ ...names, end_entity_profile_name: null, keystores: [one] }, 'end_entity_profile_name is empty');
    await content({ ...names, keystores: [{ ...one, keystore: 'no base64!' }] }, 'keystores[0].keystore is not base64');
    for (const field of ['username', 'keystore', 'password'])
      await content({ ...names, keystores: [one, { ...one, [field]: '' }] }, `keystores[1].${field} is empty`);
    const many = Array.from({ length: 101 }, () => one);
    await content({ ...names, keystores: many }, 'keystores has 101 members; 100 are the most');
  });

  it('is 400 as a whole under profiles that are unknown or keep no keys, and at a CA that keeps none', async () => {
    const { server } = shared;
    assertRefusal(await importKeys(server, CA, [await good('quinn')], { profile: 'Unknown' }), 400, /Unknown/);
    await createProfiles(server, 'Without', {});
    assertRefusal(await importKeys(server, CA, [await good('quinn')], { profile: 'Without' }), 400, /keyRecoveryUsed/);
    await createCa(server, 'Keyless');
    assertRefusal(await importKeys(server, 'Keyless', [await good('quinn')]), 400, /keyEncryptKey/);
  });

  it('is 403 without the right to key recovery, and to those who have no role', async () => {
    const { server } = shared;
    const officer = await newOfficer(server, 'maker', {
      '/ca/': 'ALLOW',
      '/ra_functionality/create_end_entity/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    });
    assertRefusal(await importKeys(server, CA, [await good('rupert')], { as: officer }), 403, /keyrecovery/);
    assertRefusal(await importKeys(server, CA, [await good('rupert')], { as: null }), 403, /./);
  });

  it('takes no key that is not that of its certificate, or whose certificate is not one of the CA', async () => {
    const { server } = shared;
    const key = await newForeignKey(server, CA, 'CN=sybil');
    const other = await newForeignKey(server, CA, 'CN=sybil');
    const mixed = { certificate: key.certificate, privateKey: other.privateKey };
    const of = async (which: Parameters<typeof keystoreOf>[0]) => ({
      username: 'sybil',
      keystore: await keystoreOf(which),
      password: PASSWORD,
    });
    await failure(await of(mixed), 'CERTIFICATE_MISSING');
    await createKeepingCa(server, 'Another');
    await failure(await of(await newForeignKey(server, 'Another', 'CN=sybil')), 'OTHER_ISSUER');
    await failure({ ...(await of(key)), keystore: 'AAAA' }, 'KEYSTORE_UNREADABLE');
    await failure({ ...(await of(key)), username: 'x'.repeat(255), keystore: 'MAA=' }, 'KEYSTORE_UNREADABLE');
  });

  it('keeps no key that only makes signatures', async () => {
    const keyPair = generateKeyPairSync('ed25519');
    const key = await newForeignKey(shared.server, CA, 'CN=trent', keyPair);
    await failure({ username: 'trent', keystore: await keystoreOf(key), password: PASSWORD }, 'SIGNING_ONLY_KEY');
    assert.equal(await findEndEntity(shared.server, 'trent'), undefined);
  });

  it('adds keys to an end entity of the same subject, each once, and to no other', async () => {
    const { server } = shared;
    const first = await keepNewKey(server, CA, 'victor');
    const second = await newForeignKey(server, CA, 'CN=victor');
    const add = async (key: typeof first) =>
      importKeys(server, CA, [{ username: 'victor', keystore: await keystoreOf(key), password: PASSWORD }]);
    assert.equal((await add(second)).status, 200);
    assert.match((await add(second)).text, /ALREADY_KEPT/);
    assert.match((await add(await newForeignKey(server, CA, 'CN=walter'))).text, /OTHER_END_ENTITY/);
    const theirs = { username: 'wendy', keystore: await keystoreOf(first), password: PASSWORD };
    assert.match((await importKeys(server, CA, [theirs])).text, /OTHER_CERTIFICATE/);
  });

  it('keeps the key of an end entity that has made it itself', async () => {
    const { server } = shared;
    const keyPair = newKeyPair();
    const asked = requestUnder(KEEPING, { username: 'yves', subject: 'CN=yves', keyPair });
    const certificate = await enroll(server, { ...asked, certificate_authority_name: CA });
    const privateKey = keyPair.privateKey.export({ format: 'der', type: 'pkcs8' });
    const keystore = await keystoreOf({ certificate, privateKey });
    const answer = await importKeys(server, CA, [{ username: 'yves', keystore, password: PASSWORD }]);
    assert.equal(answer.status, 200, answer.text);
    const yves = (await findEndEntity(server, 'yves'))!;
    assert.deepEqual([yves.status, yves.tokenType, yves.kind], [40, 2, 0x81]);
    assert.ok(yves.passwordVerifier!.length > 20);
  });

  it('adds and changes no end entity that others would have to approve', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'One', {});
    await createKeepingProfiles(server, 'Approved');
    const options = { profile: 'Approved' };
    const importing = async (key: ForeignKey, username: string) =>
      importKeys(server, CA, [{ username, keystore: await keystoreOf(key), password: PASSWORD }], options);
    await keepNewKey(server, CA, 'known', 'Approved');
    await editCa(server, CA, { approvals: { addEditEndEntity: 'One' } });
    const refused = await importing(await newForeignKey(server, CA, 'CN=unknown', undefined, 'Approved'), 'unknown');
    const further = await importing(await newForeignKey(server, CA, 'CN=known', undefined, 'Approved'), 'known');
    await editCa(server, CA, { approvals: {} });
    assert.deepEqual(
      [refused.status, refused.json['key_import_failures']],
      [500, [{ username: 'unknown', reason: 'APPROVAL_REQUIRED' }]],
    );
    assert.equal(await findEndEntity(server, 'unknown'), undefined);
    // Only its key is added: the end entity stays as it is.
    assert.equal(further.status, 200, further.text);
  });

  it('checks the profile for the token that the end entity gets', async () => {
    const { server } = shared;
    const refused = async (profile: string, username: string, format: 'JKS' | 'P12') => {
      const key = await newForeignKey(server, CA, `CN=${username}`, undefined, profile);
      const keystores = [{ username, keystore: await keystoreOf(key, format), password: PASSWORD }];
      const { status, text } = await importKeys(server, CA, keystores, { profile });
      return status === 200 ? undefined : /"reason":"([A-Z_]+)"/.exec(text)?.[1];
    };
    await createProfiles(server, 'P12 only', KEEPING_USAGE, {
      ...KEPT,
      availableTokenTypes: ['P12'],
      defaultTokenType: 'P12',
    });
    assert.equal(await refused('P12 only', 'token-jks', 'JKS'), 'PROFILE_VIOLATION');
    assert.equal(await refused('P12 only', 'token-p12', 'P12'), undefined);
    // Its own token stays, in whatever keystore another key comes.
    assert.equal(await refused('P12 only', 'token-p12', 'JKS'), undefined);
    assert.equal((await findEndEntity(server, 'token-p12'))!.tokenType, 2);
    await createProfiles(server, 'Own keys', KEEPING_USAGE, { ...KEPT, availableTokenTypes: ['USERGENERATED'] });
    assert.equal(await refused('Own keys', 'token-own', 'P12'), 'PROFILE_VIOLATION');
  });

  it('stores certificates that were not known, and they can be revoked', async () => {
    const { server } = shared;
    const { certificate } = await keepNewKey(server, CA, 'xavier');
    const { id } = await caOf(server, CA);
    const { certificates } = server.running.installation.storage.stores;
    const record = (await certificates.findCertificate(id, certificate.serialNumber))!;
    assert.deepEqual([record.username, record.status, record.der], ['xavier', 20, certificate.der]);
    const dn = encodeURIComponent(`CN=${CA},O=Example`);
    const path = `/v1/certificate/${dn}/${certificate.serialNumber}/revoke?reason=SUPERSEDED`;
    assert.equal((await server.call(path, { method: 'PUT' })).status, 200);
  });
});
