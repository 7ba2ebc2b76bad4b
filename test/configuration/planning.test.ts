import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineDocumentType, hooksFor, isPlanned } from '../../packages/server/src/modules/configuration/index.ts';
import { allTypes, authorityType, profileType, protocolsType, roleType, workerType } from './document-types.ts';
import { counted, openConfiguration } from './open-configuration.ts';

const issuing = { kind: 'create', type: 'CA', name: 'Issuing CA', publicId: -77, settings: {} } as const;
const web = { kind: 'create', type: 'CERTPROFILE', name: 'Web', settings: {} } as const;

describe('creating documents', () => {
  it('stores complete settings with defaults filled in and references as ids', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing, { ...web, settings: { cas: ['Issuing CA', 'Any CA'] } });
    const ca = await test.configuration.get(authorityType, 'Issuing CA');
    const stored = await test.store.findByName('CERTPROFILE', 'Web');
    assert.deepEqual(JSON.parse(stored!.body), { kind: 'END_ENTITY', keyBits: [2048], cas: [ca.id, 'Any CA'] });
    assert.equal(stored!.version, 1);
    assert.ok(stored!.publicId > 1000 && stored!.publicId < 2 ** 31);
  });

  it('reads them back checked, frozen and presented by name', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing, { ...web, settings: { cas: ['Issuing CA'] } });
    const ca = await test.configuration.get(authorityType, 'Issuing CA');
    const profile = await test.configuration.get(profileType, 'Web');
    assert.deepEqual(profile.value.cas, new Set([ca.id]));
    assert.deepEqual(await test.configuration.present(profile), {
      kind: 'END_ENTITY',
      keyBits: [2048],
      cas: ['Issuing CA'],
    });
    assert.throws(() => (profile.settings.cas as unknown[]).push(1), TypeError);
    assert.equal(ca.publicId, -77);
    assert.equal((await test.configuration.findByPublicId(authorityType, -77))?.id, ca.id);
  });

  it('resolves names of documents made at the same time, in circles too', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply({ ...web, settings: { cas: ['Issuing CA'] } }, { ...issuing, settings: { profile: 'Web' } });
    const profile = await test.configuration.get(profileType, 'Web');
    const ca = await test.configuration.get(authorityType, 'Issuing CA');
    assert.equal(ca.value.profileId, profile.id);
    assert.deepEqual([...profile.value.cas], [ca.id]);
  });

  it('stores nothing of several when one of them is refused', async () => {
    await using test = await openConfiguration(allTypes);
    await assert.rejects(test.apply(issuing, { ...web, settings: { cas: ['Nobody'] } }), {
      code: 'document.invalid_settings',
    });
    assert.equal(await test.configuration.find(authorityType, 'Issuing CA'), undefined);
  });

  it('refuses a name that is taken, that of a built-in one too', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(web);
    await assert.rejects(test.apply(web), { code: 'document.exists' });
    await assert.rejects(test.apply({ ...web, name: 'FIXED' }), { code: 'document.exists' });
    await test.apply({ kind: 'create', type: 'WORKER', name: 'Signer', settings: {} });
    await assert.rejects(test.apply({ kind: 'create', type: 'WORKER', name: 'sIGNER', settings: {} }), {
      code: 'document.exists',
    });
  });

  it('takes a name that only a concurrent process knows for a conflict, then for a name that is taken', async () => {
    await using test = await openConfiguration(allTypes);
    const plan = await test.planner.planCreate(web);
    await test.apply(web);
    await assert.rejects(test.commit(plan), { code: 'storage.epoch_moved' });
    await assert.rejects(test.planner.planCreate(web), { code: 'document.exists' });
  });

  it('plans again when others change the configuration at the same time', async () => {
    await using test = await openConfiguration(allTypes);
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(names.map((name) => test.apply({ ...web, name })));
    const listed = await test.configuration.list(profileType);
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['FIXED', ...names],
    );
  });

  it('keeps namespaces apart', async () => {
    await using test = await openConfiguration(allTypes);
    const role = { kind: 'create', type: 'ROLE', name: 'Admins', settings: {} } as const;
    await test.apply(role, { ...role, namespace: 'north' });
    const plain = await test.configuration.get(roleType, 'Admins');
    const north = await test.configuration.get(roleType, 'Admins', 'north');
    assert.notEqual(plain.id, north.id);
    await assert.rejects(test.apply({ ...web, namespace: 'north' }), { code: 'document.invalid_name' });
  });

  it('refuses a public id that is taken and keeps one that is free', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing);
    await assert.rejects(test.apply({ ...issuing, name: 'Second' }), { code: 'document.id_taken' });
    await test.apply({ ...web, publicId: 4711 });
    assert.equal((await test.configuration.get(profileType, 'Web')).publicId, 4711);
  });

  it('says which setting is wrong and what would be right', async () => {
    await using test = await openConfiguration(allTypes);
    const given = { kind: 'OTHER', keyBits: [512, 2048], size: 1 };
    await assert.rejects(test.apply({ ...web, settings: given }), (error: Error & { code: string }) => {
      assert.equal(error.code, 'document.invalid_settings');
      assert.match(error.message, /setting 'kind' that is "OTHER" and has to be one of "END_ENTITY", "SUB_CA"/);
      assert.match(error.message, /'keyBits\[0\]' that is 512 and has to be a whole number from 1024 to 16384/);
      assert.match(error.message, /has no member 'size'; known are kind, keyBits, cas/);
      return true;
    });
    await assert.rejects(test.apply({ ...web, settings: { kind: 'SUB_CA', cas: [] } }), /'cas' that is empty/);
    await assert.rejects(test.apply({ ...web, settings: ['no', 'object'] }), { code: 'document.invalid_settings' });
  });

  it('bounds what it takes and what it says', async () => {
    await using test = await openConfiguration(allTypes);
    let nested: unknown = 'x';
    for (let depth = 0; depth < 5000; depth++) nested = [nested];
    const refused = [{ keyBits: nested }, { kind: 'x'.repeat(100_000) }, { kind: '\0' }, { kind: '\ud800' }];
    for (const settings of refused) {
      await assert.rejects(test.apply({ ...web, settings }), (error: Error & { code: string }) => {
        assert.equal(error.code, 'document.invalid_settings');
        assert.ok(error.message.length < 1000);
        return true;
      });
    }
    const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`P${n}`, 'x'.repeat(999)]));
    await assert.rejects(test.apply({ kind: 'create', type: 'WORKER', name: 'big', settings: { properties } }), {
      code: 'document.too_large',
    });
  });

  it('refuses names with control characters, outer blanks, what is not seen or nothing in them', async () => {
    await using test = await openConfiguration(allTypes);
    for (const name of [
      '',
      ' Web',
      'Web ',
      'a\nb',
      'a\ud800',
      'x'.repeat(256),
      'We\u200bb',
      '\u202ebeW',
      'Web\u{e0041}',
    ]) {
      await assert.rejects(test.apply({ ...web, name }), { code: 'document.invalid_name' });
    }
    await test.apply({ ...web, name: 'می\u200cخواهم' });
  });
});

describe('changing documents', () => {
  it('replaces the settings and shows what changes', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing, { ...web, settings: { kind: 'SUB_CA' } });
    const change = { type: 'CERTPROFILE', name: 'Web', settings: { cas: ['Issuing CA'] } };
    const plan = await test.planner.planChange(change);
    assert.deepEqual(plan.planned[0]!.differences, [
      { field: 'kind', before: 'SUB_CA', after: 'END_ENTITY' },
      { field: 'cas[0]', before: 'Any CA', after: 'Issuing CA' },
    ]);
    await test.commit(plan);
    await test.configuration.refresh();
    const changed = await test.configuration.get(profileType, 'Web');
    assert.equal(changed.version, 2);
    assert.equal(changed.settings.kind, 'END_ENTITY');
  });

  it('shows and takes members by any name, such as JavaScript has for its own', async () => {
    await using test = await openConfiguration(allTypes);
    const worker = { type: 'WORKER', name: 'Own' };
    const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const properties = Object.fromEntries(names.map((name) => [name, 'x']));
    await test.apply({ kind: 'create', ...worker, settings: { properties } });
    const plan = await test.planner.planChange({ ...worker, settings: { properties: { ADDED: 'y' } } });
    const removed = names.map((name) => ({ field: `properties.${name}`, before: 'x', after: undefined }));
    assert.deepEqual(plan.planned[0]!.differences.slice(0, names.length), removed);
    assert.deepEqual(plan.planned[0]!.differences.slice(names.length), [
      { field: 'properties.ADDED', before: undefined, after: 'y' },
    ]);
    await test.commit(plan);
  });

  it('expects the version that the caller saw', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(web);
    const change = { kind: 'change', type: 'CERTPROFILE', name: 'Web', settings: {} } as const;
    await test.apply({ ...change, expectedVersion: 1 });
    await assert.rejects(test.apply({ ...change, expectedVersion: 1 }), { code: 'document.changed' });
  });

  it('refuses to change what is built in, or is not there', async () => {
    await using test = await openConfiguration(allTypes);
    for (const kind of ['change', 'remove'] as const) {
      const at = { kind, type: 'CERTPROFILE', settings: {} };
      await assert.rejects(test.apply({ ...at, name: 'FIXED' }), { code: 'document.fixed' });
      await assert.rejects(test.apply({ ...at, name: 'None' }), { code: 'document.not_found' });
      await assert.rejects(test.apply({ ...at, name: 'None', type: 'NOTYPE' }), { code: 'document.unknown_type' });
    }
  });

  it('refuses one document twice in a request', async () => {
    await using test = await openConfiguration(allTypes);
    await assert.rejects(test.apply(web, web), { code: 'document.changed_twice' });
  });

  it('keeps references through a rename', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing, { ...web, settings: { cas: ['Issuing CA'] } });
    await test.apply({ kind: 'rename', type: 'CA', name: 'Issuing CA', newName: 'Sub CA' });
    const profile = await test.configuration.get(profileType, 'Web');
    assert.deepEqual((await test.configuration.present(profile))['cas'], ['Sub CA']);
    assert.equal(await test.configuration.find(authorityType, 'Issuing CA'), undefined);
    await assert.rejects(test.apply({ kind: 'rename', type: 'CERTPROFILE', name: 'Web', newName: 'FIXED' }), {
      code: 'document.exists',
    });
  });

  it('lets a new document take a name that another gives up at the same time', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing, { ...web, settings: { cas: ['Issuing CA'] } });
    await test.apply(
      { ...issuing, publicId: 5 },
      { kind: 'rename', type: 'CA', name: 'Issuing CA', newName: 'Old CA' },
      { ...web, name: 'Mail', settings: { cas: ['Issuing CA', 'Old CA'] } },
    );
    const now = await test.configuration.get(authorityType, 'Issuing CA');
    const old = await test.configuration.get(authorityType, 'Old CA');
    assert.deepEqual((await test.configuration.get(profileType, 'Mail')).settings.cas, [now.id, old.id]);
    assert.deepEqual((await test.configuration.get(profileType, 'Web')).settings.cas, [old.id]);
  });
});

describe('removing documents', () => {
  it('refuses while others name it and says who', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(
      issuing,
      { ...web, settings: { cas: ['Issuing CA'] } },
      {
        kind: 'create',
        type: 'ROLE',
        name: 'Admins',
        settings: { rules: { '/ca/Issuing CA/': 'ALLOW' } },
      },
    );
    const remove = { kind: 'remove', type: 'CA', name: 'Issuing CA' } as const;
    await assert.rejects(test.apply(remove), {
      code: 'document.in_use',
      users: ["certificate profile 'Web'", "role 'Admins'"],
    });
    await test.apply(
      remove,
      { kind: 'remove', type: 'CERTPROFILE', name: 'Web' },
      { kind: 'change', type: 'ROLE', name: 'Admins', settings: {} },
    );
    assert.equal(await test.configuration.find(authorityType, 'Issuing CA'), undefined);
  });

  it('refuses a reference to what is removed at the same time', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing);
    await assert.rejects(
      test.apply({ kind: 'remove', type: 'CA', name: 'Issuing CA' }, { ...web, settings: { cas: ['Issuing CA'] } }),
      { code: 'document.invalid_settings' },
    );
  });

  it('asks the hooks who uses it, and adds their writes to the unit', async () => {
    let users = ['3 end entities'];
    const hooks = hooksFor(profileType, {
      usedBy: () => users,
      removed: () => [{ op: 'test.write' }],
    });
    await using test = await openConfiguration([authorityType, profileType], [hooks]);
    await test.apply(web);
    const removal = { kind: 'remove', type: 'CERTPROFILE', name: 'Web' } as const;
    await assert.rejects(test.planner.plan([removal]), { code: 'document.in_use', users: ['3 end entities'] });
    users = [];
    const plan = await test.planner.plan([removal]);
    assert.deepEqual(
      plan.writes.map(({ op }) => op),
      ['document.delete', 'test.write', 'epoch.move'],
    );
  });
});

describe('paths that name documents', () => {
  const role = (rules: object) => ({ kind: 'create', type: 'ROLE', name: 'R', settings: { rules } }) as const;

  it('holds ids inside and names outside', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing);
    const rules = { '/': 'DENY', '/ca/': 'DENY', '/ca/Issuing CA/': 'ALLOW', '/profiles/FIXED/view/': 'ALLOW' };
    await test.apply(role(rules));
    const { id } = await test.configuration.get(authorityType, 'Issuing CA');
    const stored = await test.configuration.get(roleType, 'R');
    assert.deepEqual([...stored.value.keys()], ['/', '/ca/', `/ca/${id}/`, '/profiles/1/view/']);
    assert.deepEqual(await test.configuration.present(stored), { rules });
  });

  it('takes the longest name that exists, and a public id', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing, { ...issuing, name: 'a', publicId: 1 }, { ...issuing, name: 'a/b', publicId: 2 });
    await test.apply(role({ '/ca/a/b/c/': 'ALLOW', '/ca/a/c/': 'ALLOW', '/ca/-77/': 'ALLOW' }));
    const ids = await Promise.all(
      ['a/b', 'a', 'Issuing CA'].map(async (name) => (await test.configuration.get(authorityType, name)).id),
    );
    const { value } = await test.configuration.get(roleType, 'R');
    assert.deepEqual([...value.keys()], [`/ca/${ids[0]}/c/`, `/ca/${ids[1]}/c/`, `/ca/${ids[2]}/`]);
  });

  it('refuses what exists nowhere and two paths of one meaning', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(issuing);
    await assert.rejects(test.apply(role({ '/ca/None/': 'ALLOW' })), (error: Error & { problems: unknown }) => {
      assert.deepEqual(error.problems, [
        {
          kind: 'reference',
          field: 'rules./ca/None/',
          message: "names the CA 'None', which does not exist",
          missing: { type: 'CA', name: 'None' },
        },
      ]);
      return true;
    });
    await assert.rejects(test.apply(role({ '/ca/Issuing CA/': 'ALLOW', '/ca/-77/': 'DENY' })), {
      code: 'document.invalid_settings',
    });
  });
});

describe('a singleton', () => {
  it('has its defaults until it is changed', async () => {
    await using test = await openConfiguration(allTypes);
    const before = await test.configuration.get(protocolsType, 'whatever');
    assert.deepEqual([before.version, before.value], [0, { est: false, ocsp: true }]);
    assert.equal((await test.configuration.list(protocolsType)).length, 1);
    const change = { kind: 'change', type: 'AVAILABLEPROTOCOLS', name: before.name } as const;
    await test.apply({ ...change, settings: { est: true } });
    await test.apply({ ...change, settings: { est: true, ocsp: false }, expectedVersion: 1 });
    const after = await test.configuration.get(protocolsType, before.name);
    assert.deepEqual([after.version, after.value], [2, { est: true, ocsp: false }]);
    assert.equal((await test.configuration.list(protocolsType)).length, 1);
  });

  it('is changed for the first time by one of two who try', async () => {
    await using test = await openConfiguration(allTypes);
    const change = { type: 'AVAILABLEPROTOCOLS', name: 'available-protocol-configuration', settings: {} };
    const [first, second] = [await test.planner.planChange(change), await test.planner.planChange(change)];
    await test.commit(first);
    await assert.rejects(test.commit(second), { code: 'storage.epoch_moved' });
  });
});

describe('an unusable document', () => {
  const worker = (name: string, properties: object, more: object = {}) =>
    ({ kind: 'create', type: 'WORKER', name, settings: { properties, ...more } }) as const;

  it('is stored with unknown settings and refuses to be used', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(worker('Signer', { DIGEST: 'MD5', CUSTOM: 'kept' }, { extra: { any: [1] } }));
    const stored = await test.configuration.get(workerType, 'signer');
    assert.deepEqual(await test.configuration.present(stored), {
      properties: { DIGEST: 'MD5', CUSTOM: 'kept' },
      extra: { any: [1] },
      accounts: [],
    });
    assert.equal(stored.usability.usable, false);
    assert.throws(() => stored.value, { code: 'document.unusable', message: /'properties.DIGEST' that is MD5/ });
    assert.throws(() => stored.value, { kind: 'unavailable' });
  });

  it('becomes usable when what it names is made', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(worker('Signer', { CRYPTOTOKEN: 'Crypto' }));
    const before = await test.configuration.get(workerType, 'Signer');
    assert.throws(() => before.value, /'properties.CRYPTOTOKEN' that names the WORKER 'Crypto', which does not exist/);
    await test.apply(worker('Crypto', {}));
    const crypto = await test.configuration.get(workerType, 'Crypto');
    const after = await test.configuration.get(workerType, 'Signer');
    assert.equal(after.value.cryptoWorkerId, crypto.id);
    await assert.rejects(test.apply({ kind: 'remove', type: 'WORKER', name: 'Crypto' }), {
      code: 'document.in_use',
      users: ["worker 'Signer'"],
    });
  });

  it('cannot name by internal id', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(worker('Crypto', {}));
    const { id } = await test.configuration.get(workerType, 'Crypto');
    await test.apply(worker('Signer', { CRYPTOTOKEN: id }));
    assert.equal((await test.configuration.get(workerType, 'Signer')).usability.usable, false);
  });

  it('cannot have paths that name documents', async () => {
    const type = defineDocumentType({ ...roleType, mayBeUnusable: true });
    await assert.rejects(openConfiguration([type]), TypeError);
  });
});

describe('many changes together', () => {
  it('ask the database for names and numbers many at a time', async () => {
    await using test = await openConfiguration(allTypes);
    const { store, asked } = counted(test.store);
    const configuration = await test.start(store);
    const planner = test.plannerOf(configuration);
    const cas = Array.from({ length: 150 }, (_each, index) => ({
      ...issuing,
      name: `CA ${index}`,
      publicId: index + 1,
    }));
    const profiles = Array.from({ length: 150 }, (_each, index) => ({
      ...web,
      name: `Profile ${index}`,
      settings: { cas: [`CA ${index}`, `CA ${149 - index}`] },
    }));
    const { outcomes } = await planner.planEach([...cas, ...profiles]);
    assert.ok(outcomes.every(isPlanned));
    // Each CA gives its own number, which is looked for by itself.
    const others = asked.filter((name) => name !== 'findByPublicId');
    assert.ok(others.length <= 20, `${others.length} reads`);
  });

  it('find what others have made since, though a plan before did not', async () => {
    await using test = await openConfiguration(allTypes);
    const named = { ...web, settings: { cas: ['Issuing CA'] } };
    await assert.rejects(test.planner.plan([named]), { code: 'document.invalid_settings' });
    const elsewhere = await test.start();
    await test.commit(await test.plannerOf(elsewhere).plan([issuing]));
    assert.equal((await test.planner.plan([named])).planned.length, 1);
  });
});
