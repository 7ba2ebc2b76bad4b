import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { Type } from 'typebox';
import { defineDocumentType, secret } from '../../packages/server/src/modules/configuration/index.ts';
import { administration, allTypes, workerType } from './document-types.ts';
import { counted, openConfiguration, type TestConfiguration } from './open-configuration.ts';

const create = (settings: object) => ({ kind: 'create', type: 'WORKER', name: 'W', settings }) as const;
const change = (settings: object) => ({ kind: 'change', type: 'WORKER', name: 'W', settings }) as const;

async function pinOf(test: TestConfiguration): Promise<string | undefined> {
  return (await test.configuration.get(workerType, 'W')).value.pin?.reveal();
}

async function passwordsOf(test: TestConfiguration): Promise<string[]> {
  const { value } = await test.configuration.get(workerType, 'W');
  return value.accounts.map(({ user, password }) => `${user}:${password.reveal()}`);
}

describe('secrets of documents', () => {
  it('are stored sealed and open where they are used', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(create({ properties: { PIN: 'foo123' } }));
    const row = await test.store.findByName('WORKER', 'w');
    assert.ok(!row!.body.includes('foo123'));
    assert.equal(await pinOf(test), 'foo123');
  });

  it('never show, however the document is printed', async () => {
    await using test = await openConfiguration(allTypes);
    const plan = await test.apply(
      create({ properties: { PIN: 'foo123' }, accounts: [{ user: 'a', password: 'bar456' }] }),
    );
    const document = await test.configuration.get(workerType, 'W');
    const shown = [
      inspect(document, { depth: 10 }),
      JSON.stringify(document),
      JSON.stringify(await test.configuration.present(document)),
      inspect(plan, { depth: 20 }),
      String(document.value.pin),
    ].join('\n');
    assert.doesNotMatch(shown, /foo123|bar456/);
    assert.match(shown, /placeholder/);
  });

  it('are kept by the words placeholder and _MASKED_', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(create({ properties: { PIN: 'foo123' } }));
    for (const word of ['placeholder', '_MASKED_']) {
      const plan = await test.apply(change({ properties: { PIN: word, DIGEST: word } }));
      assert.ok(!plan.planned[0]!.differences.some(({ field }) => field === 'properties.PIN'));
      assert.equal(await pinOf(test), 'foo123');
    }
  });

  it('show as changed without being shown', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(create({ properties: { PIN: 'foo123' } }));
    const plan = await test.apply(change({ properties: { PIN: 'bar456' } }));
    assert.deepEqual(plan.planned[0]!.differences, [
      { field: 'properties.PIN', before: 'placeholder', after: 'placeholder' },
    ]);
    assert.equal(await pinOf(test), 'bar456');
  });

  it('are not a difference when they are the stored ones, where the change says so', async () => {
    await using test = await openConfiguration(allTypes);
    const account = (user: string, password: string) => ({ user, password });
    await test.apply(
      create({ properties: { PIN: 'foo123', KEY_PIN: 'bar456' }, accounts: [account('a', '1'), account('b', '2')] }),
    );
    const differencesOf = async (settings: object, keepsEqualSecret?: (field: string) => boolean) =>
      (await test.apply({ ...change(settings), keepsEqualSecret })).planned[0]!.differences.map(({ field }) => field);
    const same = { properties: { PIN: 'foo123' }, accounts: [account('a', '1'), account('b', '2')] };
    assert.deepEqual(
      await differencesOf({ ...same, properties: { PIN: 'foo123', KEY_PIN: 'bar456' } }, () => true),
      [],
    );
    assert.deepEqual(await differencesOf(same, (field) => field !== 'properties.PIN'), [
      'properties.PIN',
      'properties.KEY_PIN',
    ]);
    assert.deepEqual(await differencesOf({ ...same, properties: { PIN: 'foo124' } }, () => true), ['properties.PIN']);
    assert.equal(await pinOf(test), 'foo124');
    // Each goes with its item, also where another item had this password before.
    await differencesOf(
      { properties: { PIN: 'foo124' }, accounts: [account('b', '1'), account('a', '2')] },
      () => true,
    );
    assert.deepEqual(await passwordsOf(test), ['b:1', 'a:2']);
  });

  it('cannot be kept where there is none', async () => {
    await using test = await openConfiguration(allTypes);
    await assert.rejects(
      test.apply(create({ properties: { PIN: 'placeholder' } })),
      (error: Error & { problems: object[] }) => {
        assert.equal((error.problems[0] as { kind: string }).kind, 'secret');
        assert.match(error.message, /'properties.PIN' that is 'placeholder', but no value is stored/);
        return true;
      },
    );
  });

  it('have to be text: nothing else is stored in clear', async () => {
    await using test = await openConfiguration(allTypes);
    for (const PIN of [123_456, { value: 'foo123' }, ['foo123']]) {
      await assert.rejects(test.apply(create({ properties: { PIN } })), { code: 'document.invalid_settings' });
    }
  });

  it('do not show in what is said of settings that are wrong', async () => {
    const type = defineDocumentType({
      token: 'WORKER',
      title: 'worker',
      names: { kind: 'named' },
      publicIds: { kind: 'random', above: 0 },
      schemaVersion: 1,
      schema: Type.Object({
        key: Type.Union([secret({ maxLength: 8 }), Type.Null()]),
        box: Type.Object({ key: secret() }),
      }),
      parse: () => ({}),
      administration,
    });
    await using test = await openConfiguration([type]);
    for (const settings of [{ key: 'foo123456789' }, { key: 123_456 }, { key: null, box: 'foo123456789' }]) {
      await assert.rejects(test.apply(create(settings)), (error: Error & { code: string }) => {
        assert.equal(error.code, 'document.invalid_settings');
        assert.doesNotMatch(error.message, /foo123|123456/);
        return true;
      });
    }
  });

  it('stay with their item when others of the list go or move', async () => {
    await using test = await openConfiguration(allTypes);
    const account = (user: string, password: string) => ({ user, password });
    await test.apply(create({ accounts: [account('a', '1'), account('b', '2'), account('c', '3')] }));
    await test.apply(change({ accounts: [account('c', 'placeholder'), account('b', 'placeholder')] }));
    assert.deepEqual(await passwordsOf(test), ['c:3', 'b:2']);
    await assert.rejects(test.apply(change({ accounts: [account('d', 'placeholder')] })), {
      code: 'document.invalid_settings',
    });
  });

  it('cannot be opened as part of another document or member', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(create({ properties: { PIN: 'foo123' } }));
    const row = await test.store.findByName('WORKER', 'w');
    const moved = await test.start({
      ...counted(test.store).store,
      findByName: async () => ({ ...row!, id: row!.id + 1 }),
    });
    const other = await moved.get(workerType, 'W');
    assert.throws(() => other.value.pin!.reveal());
  });

  it('may be empty, which is not a secret', async () => {
    await using test = await openConfiguration(allTypes);
    await test.apply(create({ properties: { PIN: '' } }));
    const document = await test.configuration.get(workerType, 'W');
    assert.equal(document.value.pin!.isEmpty, true);
    assert.deepEqual((await test.configuration.present(document))['properties'], { PIN: '' });
    await assert.rejects(test.apply(change({ properties: { PIN: 'placeholder' } })), {
      code: 'document.invalid_settings',
    });
  });
});
