/** Documents over the administration interface. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import type { Answer } from '../support/test-server.ts';

const PROFILES = '/documents/CERTPROFILE';

describe('documents over the administration interface', () => {
  const shared = sharedServer();
  const call = (...given: Parameters<typeof shared.server.administer>) => shared.server.administer(...given);
  const newProfile = async (name: string, settings: object = {}) => {
    const made = await call(`${PROFILES}/${encodeURIComponent(name)}`, {
      method: 'POST',
      body: { settings: { keyUsage: ['digitalSignature'], ...settings } },
    });
    assert.equal(made.status, 201, made.text);
    return made;
  };

  it('makes a document, complete with its defaults, and gives it back', async () => {
    const made = await newProfile('Web');
    const { document, problems } = made.json as { document: Record<string, unknown>; problems: unknown[] };
    assert.deepEqual(problems, []);
    assert.equal(made.headers['etag'], '"1"');
    const read = await call(`${PROFILES}/Web`);
    assert.equal(read.status, 200, read.text);
    assert.deepEqual(read.json, document);
    assert.equal(read.json['version'], 1);
    assert.equal(read.json['usable'], true);
    assert.ok(Object.keys(settingsOf(read)).length > 20);
    assert.equal(read.headers['cache-control'], 'no-store');
  });

  it('refuses a second document of the name, and a type that there is not', async () => {
    await newProfile('Once');
    const again = await call(`${PROFILES}/Once`, { method: 'POST', body: { settings: {} } });
    assertRefusal(again, 409, /exists already/);
    assertRefusal(await call('/documents/NONSENSE'), 404, /Known are CERTPROFILE/);
    assertRefusal(await call(`${PROFILES}/Nobody`), 404, "There is no certificate profile 'Nobody'.");
  });

  it('says what a change would come to, and stores nothing of it', async () => {
    await newProfile('Planned');
    const settings = { ...settingsOf(await call(`${PROFILES}/Planned`)), validity: '90d' };
    const plan = await call(`${PROFILES}/Planned?dry_run=true`, { method: 'PUT', body: { settings } });
    assert.equal(plan.status, 200, plan.text);
    assert.deepEqual(plan.json, {
      differences: [{ field: 'validity', before: '2y', after: '90d' }],
      problems: [],
      warnings: [],
    });
    assert.equal((await call(`${PROFILES}/Planned`)).json['version'], 1);
    const creation = await call(`${PROFILES}/Never?dry_run=true`, { method: 'POST', body: { settings: {} } });
    assert.equal(creation.status, 200, creation.text);
    assert.equal((await call(`${PROFILES}/Never`)).status, 404);
    const removal = await call(`${PROFILES}/Planned?dry_run=true`, { method: 'DELETE' });
    assert.equal(removal.status, 200, removal.text);
    assert.equal((await call(`${PROFILES}/Planned`)).status, 200);
  });

  it('records a plan that tries a code, done or refused, and no other', async () => {
    const plan = (code: string) =>
      call('/documents/CRYPTOTOKEN/Tried?dry_run=true', {
        method: 'POST',
        body: { settings: { type: 'SoftCryptoToken', autoActivation: true, authenticationCode: code } },
      });
    assert.equal((await plan('a code that does')).status, 200);
    assert.equal((await plan('')).status, 200);
    const body = { settings: {} };
    assert.equal((await call(`${PROFILES}/Tried?dry_run=true`, { method: 'POST', body })).status, 200);
    const tried = auditRows(shared.server).filter((row) => detailsOf(row)['name'] === 'Tried');
    assert.deepEqual(
      tried.map((row) => [row.event, row.outcome, detailsOf(row)['dryRun']]),
      [
        ['CRYPTOTOKEN_CREATE', 'VOID', true],
        ['CRYPTOTOKEN_CREATE', 'FAILURE', true],
      ],
    );
  });

  it('lists everything that is wrong with settings in a dry run, and refuses them otherwise', async () => {
    const body = { settings: { validity: 'a while', nonsense: 1, availableCas: ['No such CA'] } };
    const plan = await call(`${PROFILES}/Wrong?dry_run=true`, { method: 'POST', body });
    assert.equal(plan.status, 200, plan.text);
    const fields = (plan.json['problems'] as { field: string }[]).map(({ field }) => field);
    assert.ok(fields.includes('availableCas[0]'), plan.text);
    assert.ok(fields.length > 1, plan.text);
    assertRefusal(await call(`${PROFILES}/Wrong`, { method: 'POST', body }), 400, /names the CA 'No such CA'/);
  });

  it('changes a document that is at the expected version only', async () => {
    await newProfile('Versions');
    const settings = { ...settingsOf(await call(`${PROFILES}/Versions`)), validity: '1y' };
    const put = (body: object, headers = {}) => call(`${PROFILES}/Versions`, { method: 'PUT', body, headers });
    assertRefusal(await put({ settings, version: 7 }), 409, /version 7 was expected and it is at 1/);
    assertRefusal(await put({ settings }, { 'if-match': '"7"' }), 412, /version 7 was expected/);
    assertRefusal(await put({ settings }, { 'if-match': 'W/"1"' }), 400, /If-Match/);
    assertRefusal(await put({ settings, version: 2 }, { 'if-match': '"1"' }), 400, /different versions/);
    const changed = await put({ settings }, { 'if-match': '"1"' });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.headers['etag'], '"2"');
    assert.equal((await put({ settings: { ...settings, validity: '2y' }, version: 2 })).status, 200);
    assert.equal((await put({ settings }, { 'if-match': '*' })).status, 200);
  });

  it('moves no epoch for a change that changes nothing', async () => {
    await newProfile('Same');
    const { configuration } = shared.server.running.installation;
    const { epoch } = configuration;
    const { json } = await call(`${PROFILES}/Same`);
    const same = await call(`${PROFILES}/Same`, { method: 'PUT', body: { settings: json['settings'] } });
    assert.equal(same.status, 200, same.text);
    assert.deepEqual(same.json['differences'], []);
    assert.equal((same.json['document'] as Answer['json'])['version'], 1);
    assert.equal(configuration.epoch, epoch);
    assert.equal(auditRows(shared.server).at(-1)!.outcome, 'VOID');
  });

  it('renames a document, and those that refer to it follow', async () => {
    await newProfile('Old name');
    const made = await call('/documents/EEPROFILE/Users', {
      method: 'POST',
      body: {
        settings: {
          availableCas: ['Any CA'],
          availableCertificateProfiles: ['Old name'],
          defaultCertificateProfile: 'Old name',
        },
      },
    });
    assert.equal(made.status, 201, made.text);
    const renamed = await call(`${PROFILES}/Old%20name/rename`, {
      method: 'POST',
      body: { new_name: 'New/näme', version: 1 },
    });
    assert.equal(renamed.status, 200, renamed.text);
    const referring = await call('/documents/EEPROFILE/Users');
    assert.deepEqual(settingsOf(referring)['availableCertificateProfiles'], ['New/näme']);
    const newPath = `${PROFILES}/${encodeURIComponent('New/näme')}`;
    assert.equal((await call(newPath)).status, 200);

    assert.deepEqual((await call(`${newPath}/users`)).json, { users: ["end entity profile 'Users'"], more: false });
    assertRefusal(await call(newPath, { method: 'DELETE' }), 409, /is used by end entity profile 'Users'/);
    assert.equal((await call('/documents/EEPROFILE/Users', { method: 'DELETE' })).status, 200);
    assertRefusal(await call(newPath, { method: 'DELETE', headers: { 'if-match': '"1"' } }), 412, /version 1/);
    const removed = await call(newPath, { method: 'DELETE', headers: { 'if-match': '"2"' } });
    assert.equal(removed.status, 200, removed.text);
    assert.equal((await call(newPath)).status, 404);
  });

  it('lists documents page by page, the built-in ones first', async () => {
    for (const name of ['Page 1', 'Page 2', 'Page 3']) await newProfile(name);
    const names: string[] = [];
    for (let query = '?limit=2'; ;) {
      const page = await call(PROFILES + query);
      assert.equal(page.status, 200, page.text);
      const documents = page.json['documents'] as { name: string; built_in: boolean }[];
      if (names.length > 0) assert.ok(documents.length <= 2);
      names.push(...documents.map(({ name }) => name));
      if (page.json['next'] === undefined) break;
      query = `?limit=2&after=${page.json['next'] as string}`;
    }
    assert.equal(names[0], 'ENDUSER');
    assert.equal(new Set(names).size, names.length);
    const all = await call(PROFILES);
    assert.deepEqual(
      names,
      (all.json['documents'] as { name: string }[]).map(({ name }) => name),
    );
    assert.ok(names.includes('Page 3'));
  });

  it('changes nothing that is built in', async () => {
    const { json } = await call(`${PROFILES}/SERVER`);
    assert.equal(json['built_in'], true);
    const put = await call(`${PROFILES}/SERVER`, { method: 'PUT', body: { settings: json['settings'] } });
    assertRefusal(put, 409, /built in/);
    assertRefusal(await call(`${PROFILES}/SERVER`, { method: 'DELETE' }), 409, /built in/);
  });

  it('never shows a secret, and keeps the one in whose place the word stands', async () => {
    const path = '/documents/CRYPTOTOKEN/Automatic';
    const settings = { type: 'SoftCryptoToken', autoActivation: true, authenticationCode: 'correct horse' };
    const made = await call(path, { method: 'POST', body: { settings } });
    assert.equal(made.status, 201, made.text);
    const read = await call(path);
    assert.equal(settingsOf(read)['authenticationCode'], 'placeholder');
    const kept = await call(path, { method: 'PUT', body: { settings: read.json['settings'] } });
    assert.deepEqual(kept.json['differences'], []);
    const changed = await call(path, { method: 'PUT', body: { settings: { ...settings, authenticationCode: 'new' } } });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(changed.json['differences'], [
      { field: 'authenticationCode', before: 'placeholder', after: 'placeholder' },
    ]);
    const { record } = auditRows(shared.server).at(-1)!;
    assert.ok(!record.includes('correct horse'), record);
    assert.ok(!shared.server.log.join('\n').includes('correct horse'));
  });

  it('tells namespaces of roles apart', async () => {
    for (const namespace of ['', 'Branch']) {
      const made = await call(`/documents/ROLE/Clerks?namespace=${namespace}`, {
        method: 'POST',
        body: { settings: {} },
      });
      assert.equal(made.status, 201, made.text);
      assert.equal((await call(`/documents/ROLE/Clerks?namespace=${namespace}`)).json['namespace'], namespace);
    }
    const moved = await call('/documents/ROLE/Clerks/rename?namespace=Branch', {
      method: 'POST',
      body: { new_name: 'Clerks', new_namespace: 'Other' },
    });
    assert.equal(moved.status, 200, moved.text);
    assert.equal((await call('/documents/ROLE/Clerks?namespace=Branch')).status, 404);
    assert.equal((await call('/documents/ROLE/Clerks?namespace=Other')).status, 200);
  });

  it('takes line breaks in settings, and no other control characters', async () => {
    const settings = { type: 'SoftCryptoToken', properties: { note: 'first\nsecond' } };
    const made = await call('/documents/CRYPTOTOKEN/Lines', { method: 'POST', body: { settings } });
    assert.equal(made.status, 201, made.text);
    const bell = { ...settings, properties: { note: 'x\u0007' } };
    const refused = await call('/documents/CRYPTOTOKEN/Bell', { method: 'POST', body: { settings: bell } });
    assertRefusal(refused, 400, /control characters/);
  });

  it('records every change with what it changed, and what was refused', async () => {
    const before = auditRows(shared.server).length;
    await newProfile('Audited');
    const settings = { ...settingsOf(await call(`${PROFILES}/Audited`)), validity: '1y' };
    await call(`${PROFILES}/Audited`, { method: 'PUT', body: { settings } });
    await call(`${PROFILES}/Audited`, { method: 'PUT', body: { settings, version: 1 } });
    await call(`${PROFILES}/Audited/rename`, { method: 'POST', body: { new_name: 'Audited 2' } });
    await call(`${PROFILES}/Audited%202`, { method: 'DELETE' });
    const rows = auditRows(shared.server).slice(before);
    assert.deepEqual(
      rows.map(({ event, outcome }) => `${event} ${outcome}`),
      [
        'CERTPROFILE_CREATION SUCCESS',
        'CERTPROFILE_EDITING SUCCESS',
        'CERTPROFILE_EDITING FAILURE',
        'CERTPROFILE_RENAMING SUCCESS',
        'CERTPROFILE_DELETION SUCCESS',
      ],
    );
    assert.deepEqual(detailsOf(rows[1]!), {
      type: 'CERTPROFILE',
      name: 'Audited',
      version: 2,
      differences: [{ field: 'validity', before: '2y', after: '1y' }],
    });
    assert.equal(detailsOf(rows[2]!)['refusal'], 'document.changed');
    assert.equal(detailsOf(rows[3]!)['oldName'], 'Audited');
  });

  it('answers nobody without a certificate, and 405 and 404 in its own form', async () => {
    assertRefusal(await call(PROFILES, { as: null }), 401, /No client certificate/);
    assertRefusal(await call(PROFILES, { method: 'PATCH', body: {} }), 405, /not allowed/);
    assertRefusal(await call('/nothing'), 404, /There is nothing/);
    const unknown = await call(`${PROFILES}/X`, { method: 'POST', body: { settings: {}, setings: {} } });
    assertRefusal(unknown, 400, /body/);
  });
});

function settingsOf({ json }: Answer): Record<string, unknown> {
  const { settings } = json as { settings: Record<string, unknown> };
  return settings;
}
