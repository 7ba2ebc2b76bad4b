/** End entities that administrators add and edit (acceptance cases 116 to 119). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { createExternalCa } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, MANAGEMENT_CA_DN, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { findEndEntity, recordOf, under } from '../support/setups/end-entity-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { CallOptions } from '../support/test-server.ts';

const SERIAL = '730750818665451459101842416358141509827966271487';

describe('end entities', () => {
  const shared = sharedServer();
  let made: Promise<void> | undefined;
  const profiles = () =>
    (made ??= (async () => {
      await createProfiles(
        shared.server,
        'Web',
        { allowValidityOverride: true, allowCertificateSerialNumberOverride: true },
        { passwordRequired: true, customSerialNumberUsed: true },
      );
      await createProfiles(shared.server, 'Other', {});
    })());

  const bodyOf = (username: string, more: object = {}) =>
    recordOf(username, { ...under('Web'), token: 'P12', ...more });
  const send = async (path: string, body: object, options: CallOptions = {}) => {
    await profiles();
    return shared.server.call(path, { body, ...options });
  };
  const add = (body: object, options?: CallOptions) => send('/v1/endentity', body, options);
  const edit = (body: object, options?: CallOptions) => send('/v1/endentity/edit', body, options);
  const find = (username: string) => findEndEntity(shared.server, username);

  it('are added with status NEW, and found (116)', async () => {
    const answer = await add(
      bodyOf('added', {
        subject_alt_name: 'dNSName=a.example',
        custom_data: [{ name: 'department', value: '7' }],
        start_time: '2031-05-01 10:00:00',
      }),
    );
    assert.deepEqual([answer.status, answer.text], [200, '']);
    const found = await shared.server.call('/v1/endentity/search', {
      body: { max_number_of_results: 10, criteria: [{ property: 'QUERY', value: 'added', operation: 'EQUAL' }] },
    });
    const [entity] = found.json['end_entities'] as Record<string, unknown>[];
    assert.equal(entity?.['status'], 'NEW');
    assert.equal(entity['token'], 'P12');
    assert.equal(entity['subject_alt_name'], 'dNSName=a.example');
    const stored = (await find('added'))!;
    assert.match(stored.passwordVerifier!, /scrypt/);
    assert.equal(stored.sealedPassword, undefined);
    assert.deepEqual(stored.extended.customData, { department: '7' });
    assert.deepEqual(stored.extended.startTime, { kind: 'absolute', seconds: Date.UTC(2031, 4, 1, 10) / 1000 });
    const rows = JSON.stringify(auditRows(shared.server).filter(({ event }) => event === 'RA_ADDENDENTITY'));
    assert.match(rows, /CN=added/);
    assert.doesNotMatch(rows, /foo123/);
  });

  it('keep all digits of a serial number, which is a number of JSON', async () => {
    const { rawJSON } = JSON as unknown as { rawJSON(this: void, text: string): unknown };
    const answer = await add(bodyOf('serial', { certificate_serial_number: rawJSON(SERIAL) }));
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await find('serial'))!.extended.certificateSerialNumber, BigInt(SERIAL).toString(16).toUpperCase());
  });

  it('are refused in the words of the interface, in its order (117)', async () => {
    const refusals: [object, RegExp][] = [
      [{ username: '', subject_dn: null }, /^Invalid AddEndEntityRestRequest content, username/],
      [{ subject_dn: undefined, ca_name: '' }, /content, subject_dn/],
      [{ ca_name: null, certificate_profile_name: '' }, /content, ca_name/],
      [{ certificate_profile_name: '' }, /content, certificate_profile_name/],
      [{ end_entity_profile_name: '' }, /content, end_entity_profile_name/],
      [{ token: '' }, /content, token/],
      [{ token: 'X', start_time: 'soon' }, /content, unrecognized token\./],
      [{ start_time: 'soon', status: 'X' }, /content, invalid date format\./],
      [{ status: 'X' }, /content, unrecognized status\./],
      [{ subject_dn: 'nonsense' }, /^subjectDn is malformed/],
      [{ subject_alt_name: 'nonsense' }, /^subjectAltName is malformed/],
      [{ ca_name: 'Absent' }, /^Invalid request, unknown CA\.$/],
      [{ certificate_profile_name: 'Absent' }, /^Invalid request, unknown certificate profile\.$/],
      [{ end_entity_profile_name: 'Absent' }, /^Invalid request, unknown end entity profile\.$/],
      [{ certificate_serial_number: -1 }, /certificate_serial_number/],
      [{ extension_data: [{ name: 'customdata_STARTTIME', value: 'x' }] }, /STARTTIME|start_time/],
    ];
    for (const [more, message] of refusals) assertRefusal(await add(bodyOf('refused', more)), 400, message);
    for (const more of [{ send_notification: true }, { card_number: '7' }])
      assertRefusal(await add(bodyOf('refused', more)), 422, /^(send_notification|card_number) is not supported/);
    assert.equal(await find('refused'), undefined);
  });

  it('that break their profile, or have the name of a CA, are refused (118)', async () => {
    assertRefusal(await add(bodyOf('breaks', { subject_dn: 'CN=breaks,C=SE' })), 422, /subjectDn\.C/);
    assertRefusal(await add(bodyOf('breaks', { password: undefined })), 422, /password/);
    assertRefusal(await add(bodyOf('breaks', { subject_dn: MANAGEMENT_CA_DN })), 422, /that of a CA/);
    assertRefusal(await add(bodyOf('breaks', { status: 'KEYRECOVERY' })), 422, /keyrecover/);
    assertRefusal(await add(bodyOf('breaks', { key_recoverable: true })), 422, /keyRecoverable/);
  });

  it('whose keys are to be kept are refused at a CA that can keep none, before they ask for a keystore', async () => {
    await createProfiles(shared.server, 'Kept', {}, { keyRecoveryUsed: true });
    const kept = { ...under('Kept'), key_recoverable: true };
    const refused = await add(bodyOf('kept', { ...kept, token: 'P12' }));
    assertRefusal(refused, 422, /'ManagementCA' has no key that kept keys are encrypted for\. Set keyEncryptKey/);
    assert.equal(await find('kept'), undefined);
    // Keys of their own are imported, which asks for the key itself.
    assert.equal((await add(bodyOf('kept', { ...kept, token: 'USERGENERATED' }))).status, 200);
    assertRefusal(await edit(bodyOf('kept', { ...kept, token: 'P12' })), 422, /keyEncryptKey/);
    const setStatus = (body: object) =>
      shared.server.call('/v1/endentity/kept/setstatus', { method: 'POST', body: { status: 'NEW', ...body } });
    assertRefusal(await setStatus({ token: 'P12' }), 422, /keyEncryptKey/);
    const status = await setStatus({ token: 'USERGENERATED', password: 'another one 17' });
    assert.equal(status.status, 200, status.text);
  });

  it('are left as they are where If-Match has another version than theirs', async () => {
    const { server } = shared;
    await add(bodyOf('matched'));
    const read = () => server.administer('/end-entities/matched');
    const { headers } = await read();
    const tag = headers['etag'] as string;
    const editAt = (value: string, email: string) =>
      server.call('/v1/endentity/edit', { body: bodyOf('matched', { email }), headers: { 'if-match': value } });
    assert.equal((await editAt(tag, 'first@example.org')).status, 200);
    assertRefusal(await editAt(tag, 'second@example.org'), 412, /changed since it was read/);
    assert.equal((await read()).json['email'], 'first@example.org');
    for (const bad of ['7', '"x"', 'W/"1"']) assertRefusal(await editAt(bad, 'x@example.org'), 400, /If-Match/);
    assert.equal((await editAt('*', 'third@example.org')).status, 200);
  });

  it('are added and edited at a CA that is offline, which issues when it is online again', async () => {
    const { server } = shared;
    await createCa(server, 'Resting');
    const turn = async (act: 'activate' | 'deactivate') =>
      assert.equal((await server.call(`/v1/ca_management/Resting/${act}`, { method: 'PUT' })).status, 200);
    const enrolled = () =>
      server.call('/v1/certificate/enrollkeystore', {
        body: { username: 'patient', password: 'foo123', key_alg: 'EC', key_spec: 'P-256' },
      });
    await turn('deactivate');
    const body = bodyOf('patient', { ca_name: 'Resting' });
    const added = await add(body);
    assert.equal(added.status, 200, added.text);
    assert.equal((await edit({ ...body, email: 'a@example.org' })).status, 200);
    assertRefusal(await enrolled(), 503, /'Resting' cannot sign: its status is OFFLINE/);
    await turn('activate');
    const { status, text } = await enrolled();
    assert.equal(status, 200, text);
  });

  it('are not added at a CA that issues elsewhere', async () => {
    await createExternalCa(shared.server.running.installation, 'Abroad', TestCa.root('CN=Abroad'));
    assertRefusal(
      await add(bodyOf('early', { ca_name: 'Abroad' })),
      503,
      /'Abroad' cannot sign: its status is EXTERNAL/,
    );
    assert.equal(await find('early'), undefined);
  });

  it('are not edited when they are missing (119), and not added twice', async () => {
    assertRefusal(await edit(bodyOf('missing')), 404, /missing/);
    assert.equal((await add(bodyOf('twice'))).status, 200);
    assertRefusal(await add(bodyOf('twice')), 400, /already exists/);
  });

  it('are added once of two at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(bodyOf('raced'))));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array<number>(7).fill(400)],
    );
  });

  it('need no password for an edit while they may not enroll, although their profile wants one', async () => {
    assert.equal((await add(bodyOf('finished', { status: 'GENERATED' }))).status, 200);
    const without = { password: undefined, email: 'a@example.org' };
    const edited = await edit(bodyOf('finished', { ...without, status: 'GENERATED' }));
    assert.equal(edited.status, 200, edited.text);
    const { email, passwordVerifier } = (await find('finished'))!;
    assert.deepEqual([email, passwordVerifier], ['a@example.org', undefined]);
    assertRefusal(await edit(bodyOf('finished', { ...without, status: 'NEW' })), 422, /password is missing/);
    assertRefusal(await add(bodyOf('never', { ...without, status: 'GENERATED' })), 422, /password is missing/);
  });

  it('keep their password when an edit gives none, and lose what it does not say', async () => {
    await add(bodyOf('edited', { custom_data: [{ name: 'a', value: 'b' }], email: 'a@example.org' }));
    const before = (await find('edited'))!;
    assert.equal((await edit(bodyOf('edited', { password: undefined, subject_dn: 'CN=new' }))).status, 200);
    const after = (await find('edited'))!;
    assert.equal(after.passwordVerifier, before.passwordVerifier);
    assert.equal(after.subjectDn, 'CN=new');
    assert.deepEqual([after.extended.customData, after.email], [undefined, undefined]);
    await edit(bodyOf('edited', { password: 'bar456', status: 'INITIALIZED' }));
    const last = (await find('edited'))!;
    assert.notEqual(last.passwordVerifier, before.passwordVerifier);
    assert.equal(last.status, 20);
  });

  it('of others are edited by nobody, and answered as missing', async () => {
    await add(bodyOf('hidden', under('Other')));
    const officer = await newOfficer(shared.server, 'web-officer', {
      '/ra_functionality/edit_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Web/edit_end_entity/': 'ALLOW',
      '/ca/ManagementCA/': 'ALLOW',
    });
    const [there, absent] = [
      await edit(bodyOf('hidden'), { as: officer }),
      await edit(bodyOf('absent'), { as: officer }),
    ];
    assertRefusal(there, 404, /hidden/);
    assert.equal(there.text.replace('hidden', 'absent'), absent.text);
    assert.equal((await add(bodyOf('by-editor'), { as: officer })).status, 403);
  });
});
