import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { Configuration, defineDocumentType } from '../../packages/server/src/modules/configuration/index.ts';
import {
  administration,
  allTypes,
  authorityType,
  profileType,
  protocolsType,
  roleType,
  workerType,
} from './document-types.ts';
import { counted, openConfiguration, testSealer } from './open-configuration.ts';

const web = { kind: 'create', type: 'CERTPROFILE', name: 'Web', settings: {} } as const;
const changeWeb = { ...web, kind: 'change' } as const;

describe('reading the configuration', () => {
  it('reads no document at the start and each one once', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(web);
    const { store, asked } = counted(test.store);
    const configuration = await test.start(store);
    assert.deepEqual(asked, []);
    const found = await Promise.all([configuration.get(profileType, 'Web'), configuration.get(profileType, 'Web')]);
    assert.equal(found[0], found[1]);
    assert.equal(await configuration.findById(profileType, found[0].id), found[0]);
    assert.equal(await configuration.findByPublicId(profileType, found[0].publicId), found[0]);
    assert.deepEqual(asked, ['findByName']);
  });

  it('gives what was, under the epoch that was, until it is refreshed', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(web);
    const other = await test.start();
    const before = await other.get(profileType, 'Web');
    const { epoch } = other;
    await test.apply(changeWeb);
    assert.equal(await other.get(profileType, 'Web'), before);
    assert.equal(await other.refresh(), true);
    assert.equal(other.epoch, epoch + 1);
    assert.equal((await other.get(profileType, 'Web')).version, 2);
    assert.equal(await other.refresh(), false);
  });

  it('does not keep under the new epoch what was being read when it moved', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(web);
    const slow = Promise.withResolvers<void>();
    const { store } = counted(test.store);
    let first = true;
    const other = await test.start({
      ...store,
      async findByName(type, key) {
        const row = await store.findByName(type, key);
        if (first) {
          first = false;
          await slow.promise;
        }
        return row;
      },
    });
    const reading = other.get(profileType, 'Web');
    await test.apply(changeWeb);
    await other.refresh();
    slow.resolve();
    assert.equal((await reading).version, 1);
    assert.equal((await other.get(profileType, 'Web')).version, 2);
  });

  it('keeps the checked object of a document that did not change', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(web, { ...web, name: 'Mail' });
    const before = await test.configuration.get(profileType, 'Mail');
    await test.apply(changeWeb);
    assert.equal(await test.configuration.get(profileType, 'Mail'), before);
  });

  it('reads of a list only the documents that have changed', async () => {
    await using test = await openConfiguration(allTypes);
    const names = Array.from({ length: 130 }, (_, index) => `P${String(index).padStart(3, '0')}`);
    await test.apply(...names.map((name) => ({ ...web, name })));
    const { store, asked } = counted(test.store);
    const ids: (readonly number[])[] = [];
    const other = await test.start({
      ...store,
      findByIds(type, some) {
        ids.push(some);
        return store.findByIds(type, some);
      },
    });
    const before = await other.list(profileType);
    await test.apply({ ...changeWeb, name: 'P120' }, { kind: 'remove', type: 'CERTPROFILE', name: 'P001' });
    await other.refresh();
    asked.length = 0;
    ids.length = 0;
    const after = await other.list(profileType);
    assert.deepEqual(asked, ['pageHeads', 'pageHeads', 'findByIds']);
    const changed = after.find(({ name }) => name === 'P120')!;
    assert.deepEqual(ids, [[changed.id]]);
    assert.equal(changed.version, 2);
    assert.deepEqual(
      after.filter((document) => !before.includes(document)),
      [changed],
    );
    assert.equal(after.length, before.length - 1);
  });

  it('does not read what it is told has been stored', async () => {
    await using test = await openConfiguration(allTypes);
    const { store, asked } = counted(test.store);
    const other = await test.start(store);
    const { planned } = await test.apply(web);
    const { document } = planned[0]!;
    await other.refresh();
    other.remember([document!]);
    const [, listed] = await other.list(profileType);
    assert.equal(listed, document);
    assert.deepEqual(asked, ['pageHeads']);
  });

  it('finds built-in documents by name and both ids', async () => {
    await using test = await openConfiguration(allTypes);
    const fixed = await test.configuration.get(profileType, 'FIXED');
    assert.deepEqual([fixed.id, fixed.publicId, fixed.builtIn, fixed.settings.keyBits], [1, 1, true, [3072]]);
    assert.equal(await test.configuration.getById(profileType, 1), fixed);
    assert.equal(await test.configuration.findByPublicId(profileType, 1), fixed);
  });

  it('says what is missing', async () => {
    await using test = await openConfiguration(allTypes);
    assert.equal(await test.configuration.find(profileType, 'web'), undefined);
    await assert.rejects(test.configuration.get(profileType, 'Web'), { code: 'document.not_found' });
    await assert.rejects(test.configuration.getById(profileType, 5), { code: 'document.not_found' });
    assert.throws(() => test.configuration.type('NOTYPE'), { code: 'document.unknown_type', kind: 'not-found' });
  });

  it('takes a name for the same however its characters are composed', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply({ ...web, name: 'Zertifikat für Geräte' });
    assert.ok(await test.configuration.find(profileType, 'Zertifikat für Geräte'.normalize('NFD')));
  });

  it('lists all in the order of their names, over many pages', async () => {
    await using test = await openConfiguration(allTypes);
    const names = Array.from({ length: 250 }, (_, index) => `P${String(index).padStart(3, '0')}`);
    await test.apply(...names.toReversed().map((name) => ({ ...web, name })));
    const listed = await test.configuration.list(profileType);
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['FIXED', ...names],
    );
    assert.equal(await test.configuration.list(profileType), listed);
    const heads = await test.configuration.listHeads('CERTPROFILE');
    assert.deepEqual(
      heads.map(({ name }) => name),
      ['FIXED', ...names],
    );
  });

  it('loads what is damaged, tampered with or of a newer release as unusable', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(web);
    const row = (await test.store.findByName('CERTPROFILE', 'Web'))!;
    const { store } = counted(test.store);
    const changes = [{ body: '{' }, { body: '[]' }, { schemaVersion: 9 }, { body: row.body.replace('2048', '512') }];
    for (const change of changes) {
      const other = await test.start({ ...store, findByName: async () => ({ ...row, ...change }) });
      const document = await other.get(profileType, 'Web');
      assert.throws(() => document.value, { code: 'document.unusable' });
    }
  });

  it('upgrades the settings of an earlier schema version', async () => {
    const first = defineDocumentType({
      token: 'THING',
      title: 'thing',
      names: { kind: 'named' },
      publicIds: { kind: 'random', above: 0 },
      schemaVersion: 1,
      schema: Type.Object({ a: Type.Integer({ default: 1 }) }, { additionalProperties: false }),
      parse: (settings): object => settings,
      administration,
    });
    const second = defineDocumentType({
      ...first,
      schemaVersion: 2,
      schema: Type.Object({ a: Type.Integer(), b: Type.Boolean({ default: true }) }, { additionalProperties: false }),
      upgrade: (settings) => ({ ...settings, b: false }),
      parse: (settings) => settings,
    });
    await using test = await openConfiguration([first]);
    await test.apply({ kind: 'create', type: 'THING', name: 'T', settings: {} });
    const { store } = counted(test.store);
    const later = await Configuration.start({ store, sealer: testSealer(), types: [second] });
    assert.deepEqual((await later.get(second, 'T')).value, { a: 1, b: false });
  });

  it('refuses two types of one token', async () => {
    await assert.rejects(openConfiguration([profileType, profileType]), TypeError);
  });

  it('names and numbers the types it was given', async () => {
    await using test = await openConfiguration(allTypes);
    assert.deepEqual(
      test.configuration.types.map(({ token }) => token),
      [authorityType, profileType, roleType, protocolsType, workerType].map(({ token }) => token),
    );
  });
});
