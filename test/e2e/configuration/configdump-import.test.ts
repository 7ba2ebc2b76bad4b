/** Import of the configuration over the CA REST interface. The numbers are those of the acceptance cases of its specification. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { zipArchive } from '../../zip-archive.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { createRole } from '../support/administration.ts';
import { memberOf, newOfficer } from '../support/officers.ts';
import type { Answer, ClientIdentity } from '../support/test-server.ts';

interface Results {
  readonly success: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly plan?: {
    readonly revision: string;
    readonly changes: readonly {
      readonly name: string;
      readonly kind: string;
      readonly differences: readonly object[];
    }[];
    readonly unchanged: number;
    readonly consequences: readonly string[];
  };
}

const PROFILE = { 'Object Type': 'Certificate Profile', Version: 1, Type: 'End Entity', Validity: '90d' };

describe('the import of a dump', () => {
  const shared = sharedServer();
  const importing = async (query: string, body: unknown): Promise<Answer> =>
    shared.server.call(`/v1/configdump?${query}`, { method: 'POST', body });
  const results = async (query: string, body: unknown): Promise<Results> => {
    const answer = await importing(query, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as Results;
  };
  const profiles = (name: string, content: object = {}) => ({
    'certificate-profiles': { [name]: { ...PROFILE, Name: name, ...content } },
  });
  const document = async (type: string, name: string) =>
    shared.server.administer(`/documents/${type}/${encodeURIComponent(name)}`);
  const validityOf = async (name: string) =>
    ((await document('CERTPROFILE', name)).json['settings'] as { validity: string }).validity;
  const openToOthers = async () =>
    shared.server.administer('/documents/AVAILABLEPROTOCOLS/available-protocol-configuration', {
      method: 'PUT',
      body: { settings: { restConfigdump: true } },
    });

  it('makes items, in circles too, in one unit', async () => {
    const made = await results('', {
      'end-entity-profiles': {
        Circle: {
          'Object Type': 'End Entity Profile',
          Version: 1,
          Name: 'Circle',
          'Available CAs': ['ManagementCA'],
          'Default CA': 'ManagementCA',
          'Available Certificate Profiles': ['Circle'],
          'Default Certificate Profile': 'Circle',
        },
      },
      ...profiles('Circle'),
    });
    assert.deepEqual(made, { success: true, errors: [], warnings: [] });
    assert.equal(await validityOf('Circle'), '90d');
  });

  it('refuses an item that exists, and changes nothing (124)', async () => {
    await results('', profiles('Existing'));
    const again = await results('', { ...profiles('Existing', { Validity: '1y' }) });
    assert.deepEqual(again, { success: false, errors: ['Existing already exists.  Aborting.'], warnings: [] });
    assert.equal(await validityOf('Existing'), '90d');
  });

  it('leaves an item that exists alone, or replaces it (125)', async () => {
    await results('', profiles('Kept'));
    const changed = profiles('Kept', { Validity: '1y' });
    const skipped = await results('overwrite=skip', changed);
    assert.equal(skipped.success, true);
    assert.match(skipped.warnings[0]!, /certificate-profiles\/Kept: exists already and was left alone/);
    assert.equal(await validityOf('Kept'), '90d');
    assert.equal((await results('overwrite=yes', changed)).success, true);
    assert.equal(await validityOf('Kept'), '1y');
    // As older clients say it.
    assert.equal((await results('overwrite=true', profiles('Kept', { Validity: '2y' }))).success, true);
    assert.equal(await validityOf('Kept'), '2y');
  });

  it('refuses an item that names something that does not exist, leaves it out, or takes the default (126)', async () => {
    const naming = profiles('Naming', { 'Available CAs': ['No such CA', 'ManagementCA'] });
    const refused = await results('', naming);
    assert.equal(refused.success, false);
    assert.match(
      refused.errors[0]!,
      /^certificate-profiles\/Naming: .*names the CA 'No such CA', which does not exist/,
    );
    assert.match(refused.errors[0]!, /Aborting\.$/);
    assert.equal((await document('CERTPROFILE', 'Naming')).status, 404);
    const skipped = await results('resolve=skip', naming);
    assert.equal(skipped.success, true);
    assert.match(skipped.warnings.join(), /the item was left out/);
    assert.equal((await document('CERTPROFILE', 'Naming')).status, 404);
    const resolved = await results('resolve=useDefault', naming);
    assert.equal(resolved.success, true);
    assert.match(resolved.warnings.join(), /it was taken out of the list/);
    const { availableCas } = (await document('CERTPROFILE', 'Naming')).json['settings'] as { availableCas: unknown };
    assert.deepEqual(availableCas, ['ManagementCA']);
  });

  it('says what becomes of a reference that is missing: of an item, of one in a list, of a rule', async () => {
    const dump = {
      'end-entity-profiles': {
        Lost: {
          'Object Type': 'End Entity Profile',
          Version: 1,
          Name: 'Lost',
          'Available CAs': ['ManagementCA'],
          'Default CA': 'ManagementCA',
          'Available Certificate Profiles': ['ENDUSER', 'No such profile'],
          'Default Certificate Profile': 'No such profile',
        },
      },
      'admin-roles': {
        'Without CA': {
          'Object Type': 'Role',
          Version: 1,
          Name: 'Without CA',
          'Access Rules': { '/administrator/': 'Allow', '/ca/No such CA/': 'Allow' },
        },
      },
    };
    const { success, warnings } = await results('resolve=useDefault', dump);
    assert.equal(success, true, warnings.join('\n'));
    assert.match(
      warnings.join('\n'),
      /availableCertificateProfiles\[1\] names the CERTPROFILE 'No such profile', which does not exist; it was taken out of the list/i,
    );
    assert.match(warnings.join('\n'), /defaultCertificateProfile names .*; the default was used/i);
    assert.match(warnings.join('\n'), /\/ca\/No such CA\/.* names .*; the rule was left out/i);
    assert.equal((await document('EEPROFILE', 'Lost')).status, 200);
  });

  it('finds no difference in a profile whose key purposes were stored by their labels', async () => {
    const settings = { extendedKeyUsageUsed: true, extendedKeyUsage: ['Server Authentication'] };
    const made = await shared.server.administer('/documents/CERTPROFILE/Labelled', {
      method: 'POST',
      body: { settings },
    });
    assert.equal(made.status, 201, made.text);
    const exported = await shared.server.call('/v1/configdump/CERTPROFILE/Labelled');
    const { plan } = await results('overwrite=yes&plan=true', exported.json);
    assert.deepEqual([plan!.changes.length, plan!.unchanged], [0, 1]);
  });

  it('does not take out a rule that denies', async () => {
    const role = { 'Object Type': 'Role', Version: 1, Name: 'Limited' };
    const rules = { '/ca/': 'Allow', '/ca/No such CA/': 'Deny' };
    const refused = await results('resolve=useDefault', {
      'admin-roles': { Limited: { ...role, 'Access Rules': rules } },
    });
    assert.equal(refused.success, false);
    assert.match(refused.errors.join(), /denies '\/ca\/No such CA\/', which does not exist/);
    assert.equal((await document('ROLE', 'Limited')).status, 404);
  });

  it('refuses secrets that nothing would seal, and names their keys', async () => {
    const validator = { 'Object Type': 'Validator', Version: 1, Name: 'LDAP' };
    const refused = await results('', {
      validators: { LDAP: { ...validator, Settings: { loginPassword: 'foo123', hostname: 'ldap.example' } } },
    });
    assert.equal(refused.success, false);
    assert.match(refused.errors.join(), /settings \/ loginPassword looks like a secret/);
    assert.doesNotMatch(JSON.stringify(refused), /foo123/);
    assert.equal((await document('VALIDATOR', 'LDAP')).status, 404);
    const kept = { validators: { LDAP: { ...validator, Settings: { loginPassword: 'placeholder' } } } };
    assert.equal((await results('', kept)).success, true);
  });

  it('keeps a publisher that cannot be used here without enabling it, and says why', async () => {
    const peer = { 'Object Type': 'Publisher', Version: 2, Name: 'VA', Type: 'Validation Authority Peer Publisher' };
    const { success, warnings } = await results('', {
      publishers: { VA: { ...peer, Settings: { 'Peer System': 'va' } } },
    });
    assert.equal(success, true);
    assert.match(warnings.join(), /VA.* is imported without being enabled.*cannot publish/);
    const { json } = await document('PUBLISHER', 'VA');
    assert.equal((json['settings'] as Record<string, unknown>)['enabled'], false);
  });

  it('tells every problem at once, and imports nothing or the rest', async () => {
    const dump = {
      'certificate-profiles': {
        Good: { ...PROFILE, Name: 'Good' },
        Bad: { ...PROFILE, Name: 'Bad', Validity: 'a while' },
        Worse: { ...PROFILE, Name: 'Worse', 'Available CAs': ['Nobody'] },
      },
      'certificate-profile': { Misspelled: { Name: 'Misspelled' } },
    };
    const refused = await results('', dump);
    assert.equal(refused.success, false);
    assert.equal(refused.errors.length, 3, refused.errors.join('\n'));
    assert.match(refused.errors.join('\n'), /did you mean 'certificate-profiles'/);
    assert.equal((await document('CERTPROFILE', 'Good')).status, 404);
    const ignored = await results('ignoreerrors=true&plan=true', dump);
    assert.deepEqual([ignored.success, ignored.errors], [true, []]);
    const rest = await results('continue=true', dump);
    assert.equal(rest.success, false);
    assert.equal(rest.errors.length, 3);
    assert.equal((await document('CERTPROFILE', 'Good')).status, 200);
    assert.equal((await document('CERTPROFILE', 'Worse')).status, 404);
  });

  it('names what it does not understand, and drops nothing silently', async () => {
    const { success, warnings } = await results('', {
      ...profiles('Foreign', { 'Publishers in Space': ['x'] }),
      'no-such-things-at-all': { X: {} },
    });
    assert.equal(success, true);
    assert.match(warnings.join('\n'), /certificate-profiles\/Foreign: Publishers in Space is not understood/);
    assert.match(warnings.join('\n'), /no-such-things-at-all/);
  });

  it('is made once where two come at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const name = `Twice ${round}`;
      const ca = {
        'certification-authorities': {
          [name]: {
            'Object Type': 'Certification Authority',
            Version: 1,
            Name: name,
            'Subject DN': `CN=${name}`,
            'Signed By': 'External CA',
          },
        },
        ...profiles(name),
      };
      const both = await Promise.all([results('overwrite=yes', ca), results('overwrite=yes', ca)]);
      assert.deepEqual(
        both.map(({ success, errors }) => [success, errors]),
        [
          [true, []],
          [true, []],
        ],
      );
    }
  });

  it('says what it would do, and does exactly that or nothing', async () => {
    await results('', profiles('Planned'));
    const changed = profiles('Planned', { Validity: '1y', 'Available Bit Lengths': [4096] });
    const planned = await results('overwrite=yes&plan=true', changed);
    assert.equal(await validityOf('Planned'), '90d');
    const { revision, changes, consequences } = planned.plan!;
    assert.equal(changes.length, 1);
    assert.deepEqual([changes[0]!.name, changes[0]!.kind], ['Planned', 'change']);
    assert.ok(
      changes[0]!.differences.some(
        (each) => JSON.stringify(each) === '{"field":"validity","before":"90d","after":"1y"}',
      ),
    );
    assert.ok(
      consequences.some((text) => /'Planned': certificates are valid for 90d until now and 1y from then on/.test(text)),
      consequences.join(),
    );
    assert.ok(
      consequences.some((text) => /cannot be issued any more/.test(text)),
      consequences.join(),
    );
    // Somebody else changes it in between.
    await results('overwrite=yes', profiles('Planned', { Validity: '2y' }));
    const late = await importing(`overwrite=yes&revision=${revision}`, changed);
    assertRefusal(late, 409, /the configuration or the dump has changed since/);
    assert.equal(await validityOf('Planned'), '2y');
    const again = await results('overwrite=yes&plan=true', changed);
    const done = await results(`overwrite=yes&revision=${again.plan!.revision}`, changed);
    assert.equal(done.success, true);
    const after = await results('overwrite=yes&plan=true', changed);
    assert.deepEqual([after.plan!.changes, after.plan!.unchanged], [[], 1]);
  });

  it('does not take the rights of the caller, unless it is to', async () => {
    const role = await shared.server.administer('/documents/ROLE');
    const [{ name }] = role.json['documents'] as [{ name: string }];
    const body = {
      'admin-roles': {
        [name]: { 'Object Type': 'Role', Version: 1, Name: name, 'Role Members': [], 'Access Rules': { '/': 'Allow' } },
      },
    };
    const refused = await results('overwrite=yes', body);
    assert.equal(refused.success, false);
    assert.match(refused.errors[0]!, /would take the right to '\/' from you\. Give force=true/);
    const remark = `admin-roles/${name}: would take the right to '/' from you, and was left out`;
    for (const [query, success, errors, warnings] of [
      ['ignoreerrors=true', true, [], [remark]],
      ['continue=true', false, [remark], []],
    ] as const) {
      const done = await results(`overwrite=yes&${query}`, { ...body, ...profiles(query) });
      assert.deepEqual([done.success, done.errors, done.warnings], [success, errors, warnings]);
      assert.equal(await validityOf(query), '90d');
    }
    assert.equal((await results('overwrite=yes&plan=true&force=true', body)).success, true);
  });

  it('does not switch off what it came through, unless it is to', async () => {
    const protocols = (on: boolean) => ({
      'available-protocols': {
        'available-protocol-configuration': { 'Object Type': 'Available Protocols', Version: 1, 'REST Configdump': on },
      },
    });
    assert.equal((await results('', protocols(true))).success, true);
    const refused = await results('overwrite=yes', protocols(false));
    assert.equal(refused.success, false);
    assert.match(refused.errors[0]!, /would switch off 'REST Configdump'/);
    assert.equal((await results('overwrite=yes&plan=true&force=true', protocols(false))).success, true);
  });

  it('leaves out no role whose right another role of the dump gives', async () => {
    await openToOthers();
    const officer = await newOfficer(shared.server, 'Mover', {
      '/system_functionality/edit_systemconfiguration/': 'ALLOW',
      '/system_functionality/edit_administrator_privileges/': 'ALLOW',
      '/ca/': 'ALLOW',
      '/ca_functionality/view_ca/': 'ALLOW',
    });
    for (const [name, path] of [
      ['Moved', '/ra_functionality/view_approvals/'],
      ['Narrowed', '/ra_functionality/view_end_entity/'],
    ] as const)
      await createRole(shared.server.running.installation, name, { [path]: 'ALLOW' }, [memberOf('Mover')]);
    const exported = await shared.server.call('/v1/configdump/ROLE');
    const roles = exported.json['admin-roles'] as Record<string, object>;
    const body = {
      'admin-roles': {
        Moved: { ...roles['Moved'], 'Access Rules': {} },
        Narrowed: { ...roles['Narrowed'], 'Access Rules': {} },
        New: { ...roles['Moved'], Name: 'New' },
      },
    };
    const answer = await shared.server.call('/v1/configdump?overwrite=yes&ignoreerrors=true', {
      method: 'POST',
      body,
      as: officer,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json, {
      success: true,
      errors: [],
      warnings: [
        "admin-roles/Narrowed: would take the right to '/ra_functionality/view_end_entity/' from you, and was left out",
      ],
    });
  });

  it('replaces variables of the allowed names only', async () => {
    const named = (text: string) => profiles('Expanded', { Description: text });
    for (const text of ['${PATH}', '${SEALWRIGHT_IMPORT_NOT_SET}']) {
      const refused = await results('expand=true', named(text));
      assert.equal(refused.success, false);
      assert.match(refused.errors[0]!, /uses the variable \$\{/);
    }
  });

  it('puts variables into secrets only', async () => {
    for (const body of [
      profiles('Expanded', { Description: 'x${SEALWRIGHT_IMPORT_PIN}' }),
      profiles('${SEALWRIGHT_IMPORT_PIN}'),
    ]) {
      const refused = await results('expand=true&plan=true', body);
      assert.equal(refused.success, false);
      assert.match(refused.errors[0]!, /\$\{SEALWRIGHT_IMPORT_PIN\} in \w+, which is not a secret/);
      assert.equal(refused.plan!.changes.length, 0);
    }
  });

  it('refuses CAs that sign each other', async () => {
    const tokens = (await shared.server.administer('/documents/CRYPTOTOKEN')).json['documents'] as { name: string }[];
    const token = tokens[0]!.name;
    const ca = (name: string, signedBy: string) => ({
      'Object Type': 'Certification Authority',
      Version: 1,
      Name: name,
      'Subject DN': `CN=${name}`,
      'Signed By': signedBy,
      'Certificate Profile': 'SUBCA',
      Validity: '8y',
      'CA Token': {
        'Crypto Token': token,
        'Certificate Signing Key': name,
        'Signature Algorithm': 'SHA256WithECDSA',
      },
    });
    for (const query of ['', 'continue=true', 'ignoreerrors=true', 'plan=true&force=true']) {
      const refused = await results(query, {
        'certification-authorities': { 'Circle A': ca('Circle A', 'Circle B'), 'Circle B': ca('Circle B', 'Circle A') },
      });
      assert.equal(refused.success, false, JSON.stringify(refused));
      assert.match(refused.errors[0]!, /would sign each other in a circle: 'Circle A' is signed by 'Circle B'/);
    }
    assert.equal((await document('CA', 'Circle A')).status, 404);
  });

  const sendZip = async (archive: Uint8Array | undefined, texts: Readonly<Record<string, string>> = {}, query = '') => {
    const form = new FormData();
    for (const [name, text] of Object.entries(texts)) form.set(name, text);
    if (archive !== undefined) form.set('zipfile', new Blob([archive.slice()]), 'configdump.zip');
    const encoded = new Response(form);
    return shared.server.call(`/v1/configdump/configdump.zip?${query}`, {
      method: 'POST',
      rawBody: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')! },
    });
  };
  const zipped = (name: string, validity = '90d') =>
    zipArchive([
      {
        path: `certificate-profiles/${name.replaceAll(' ', '_')}.yaml`,
        content: `Object Type: Certificate Profile\nVersion: 1\nName: ${name}\nType: End Entity\nValidity: ${validity}\n`,
      },
    ]);

  it('takes a ZIP file, and leaves items that exist alone (130)', async () => {
    for (const warnings of [0, 1]) {
      const answer = await sendZip(zipped('Zipped Item'), { overwrite: 'skip' });
      assert.equal(answer.status, 200, answer.text);
      const { success, errors, warnings: said } = answer.json as unknown as Results;
      assert.deepEqual([success, errors, said.length], [true, [], warnings], answer.text);
    }
    assert.equal(await validityOf('Zipped Item'), '90d');
    const planned = await sendZip(zipped('Zipped Item', '1y'), { overwrite: 'yes' }, 'plan=true');
    assert.equal((planned.json as unknown as Results).plan!.changes.length, 1);
    assert.equal(await validityOf('Zipped Item'), '90d');
    const replaced = await sendZip(zipped('Zipped Item', '1y'), { overwrite: 'yes', ignoreerrors: 'false' });
    assert.equal((replaced.json as unknown as Results).success, true, replaced.text);
    assert.equal(await validityOf('Zipped Item'), '1y');
  });

  it('refuses a form without the file, and values that a parameter does not have (131)', async () => {
    assertRefusal(await sendZip(undefined, { overwrite: 'yes' }), 400, 'No file upload found.');
    const empty = await shared.server.call('/v1/configdump/configdump.zip', { method: 'POST' });
    assertRefusal(empty, 400, 'No file upload found.');
    for (const [name, value] of [
      ['overwrite', 'maybe'],
      ['resolve', 'never'],
      ['continue', 'perhaps'],
      ['initialize', '1'],
    ] as const)
      assertRefusal(
        await sendZip(zipped('Refused'), { [name]: value }),
        400,
        `${value} is not a valid value for ${name}`,
      );
    assertRefusal(await sendZip(new Uint8Array(100)), 400, /is not a ZIP archive/);
    assert.equal((await document('CERTPROFILE', 'Refused')).status, 404);
  });

  it('says that it takes a form, where the body is of another type', async () => {
    for (const path of ['/v1/configdump/configdump.zip', '/v1/ca/CN%3DManagement%20CA/importcrl']) {
      const headers = { 'content-type': 'multipart/form-datax; boundary=x' };
      const answer = await shared.server.call(path, { method: 'POST', rawBody: 'x', headers });
      assertRefusal(answer, 415, 'The Content-Type of the body is not supported here; send multipart/form-data.');
    }
  });

  it('refuses more than it reads', async () => {
    const much = await sendZip(new Uint8Array(33 * 1024 * 1024));
    assert.equal(much.status, 413, much.text);
    const body = `{"certificate-profiles":{"x":{"a":"${'x'.repeat(33 * 1024 * 1024)}"}}}`;
    const json = await shared.server.call('/v1/configdump', { method: 'POST', rawBody: body });
    assert.equal(json.status, 413, json.text);
  });

  it('takes rights of its own, and those to each item', async () => {
    await openToOthers();
    const officer = await newOfficer(shared.server, 'profiles-only', {
      '/ca_functionality/edit_certificate_profiles/': 'ALLOW',
      '/ca/': 'ALLOW',
    });
    const send = async (as: ClientIdentity, body: object, query = '') =>
      shared.server.call(`/v1/configdump${query}`, { method: 'POST', body, as });
    assertRefusal(await send(officer, profiles('Theirs')), 403, /edit_systemconfiguration/);
    // What they send is not even read.
    for (const [address, headers] of [
      ['/v1/configdump', { 'content-type': 'application/json' }],
      ['/v1/configdump/configdump.zip', { 'content-type': 'multipart/form-data; boundary=x' }],
    ] as const) {
      const unread = await shared.server.call(address, { method: 'POST', rawBody: '{{{', headers, as: officer });
      assertRefusal(unread, 403, /edit_systemconfiguration/);
    }
    const allowed = await newOfficer(shared.server, 'profiles-and-import', {
      '/ca_functionality/edit_certificate_profiles/': 'ALLOW',
      '/system_functionality/edit_systemconfiguration/': 'ALLOW',
      '/system_functionality/edit_administrator_privileges/': 'ALLOW',
      '/ca/': 'ALLOW',
    });
    assert.equal(((await send(allowed, profiles('Theirs'))).json as unknown as Results).success, true);
    // Nor does anybody switch off what they came through by leaving it out; other groups are warned of.
    const partial = {
      'available-protocols': {
        'available-protocol-configuration': {
          'Object Type': 'Available Protocols',
          Version: 1,
          'REST CA Management': true,
        },
      },
    };
    const off = (await send(allowed, partial, '?overwrite=yes')).json as unknown as Results;
    assert.equal(off.success, false);
    assert.match(off.errors[0]!, /would switch off 'REST Configdump'/);
    assert.match(off.warnings.join('\n'), /switches off 'REST Certificate Management', which is on/);
    assert.doesNotMatch(off.warnings.join('\n'), /REST CA Management/);
    // What they may not see is refused as what does not exist.
    const [{ name: seen }] = (await shared.server.administer('/documents/CRYPTOTOKEN')).json['documents'] as [
      { name: string },
    ];
    for (const query of ['', '?overwrite=skip', '?overwrite=yes']) {
      const said = async (name: string) => {
        const item = { 'Object Type': 'Crypto Token', Version: 1, Name: name, Type: 'SoftCryptoToken' };
        const { errors, warnings } = (await send(allowed, { 'crypto-tokens': { [name]: item } }, query))
          .json as unknown as Results;
        return [...errors, ...warnings].map((text) => text.replaceAll(name, 'NAME'));
      };
      const hidden = await said(seen);
      assert.ok(hidden.length > 0);
      assert.deepEqual(hidden, await said('No Such Token'));
    }
    const service = {
      services: { Job: { 'Object Type': 'Service', Version: 1, Name: 'Job', 'Worker Type': 'CRL Updater' } },
    };
    const refused = (await send(allowed, service)).json as unknown as Results;
    assert.equal(refused.success, false);
    assert.match(refused.errors.join(), /services\/Job: .*\/services\/edit\//);
    // Nobody grants more than they have.
    const role = {
      'admin-roles': { More: { 'Object Type': 'Role', Version: 1, Name: 'More', 'Access Rules': { '/': 'Allow' } } },
    };
    const granted = (await send(allowed, role)).json as unknown as Results;
    assert.equal(granted.success, false);
    assert.equal((await document('ROLE', 'More')).status, 404);
  });

  it('refuses what is not a dump, and says what would be one', async () => {
    const text = async (body: string | Buffer, query = '') =>
      shared.server.call(`/v1/configdump?${query}`, { method: 'POST', rawBody: body });
    for (const [body, message] of [
      ['[]', /^The dump is not an object\. /],
      ['7', /^The dump is not an object\. /],
      ['null', /^The dump is not an object\. /],
      ['{"certificate-profiles": []}', /^In the dump, 'certificate-profiles' is not an object\. /],
      ['{"a":{"b":{}},"a":{}}', /'a' twice/],
      ['{"certificate-profiles":{"x":{"a":1,"a":2}}}', /'a' twice/],
      ['{"certificate-profiles":{"x":{"__proto__":{"y":1}}}}', /__proto__/],
      [`{"certificate-profiles":{"x":${'['.repeat(1000)}}}`, /nested more than/],
    ] as const)
      assertRefusal(await text(body), 400, message);
    const notUtf8 = Buffer.from([0x7b, 0xff, 0x7d]);
    for (const body of ['{', 'certificate-profiles', '[', '{"a":', '{"a":{"b":1', '{"a":{"b":1}} x', notUtf8])
      assertRefusal(
        await text(body),
        400,
        'The dump is not JSON. Check the JSON format. It has to be {"certificate-profiles": {"<name>": {...}}, ...}.',
      );
    assertRefusal(await text('{}', 'overwrite=maybe'), 400, 'maybe is not a valid value for overwrite');
    assertRefusal(await text('{}', 'resolve=maybe'), 400, 'maybe is not a valid value for resolve');
    const wrong = await results('', { 'certificate-profiles': { X: 'text', Y: { ...PROFILE, 'Available CAs': 7 } } });
    assert.equal(wrong.success, false);
  });
});
