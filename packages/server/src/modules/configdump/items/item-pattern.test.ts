import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DOCUMENT_TYPES } from '../../../wiring/document-types.ts';
import { DumpTypes } from './dump-types.ts';
import { chosenItems } from './item-pattern.ts';

const types = new DumpTypes(DOCUMENT_TYPES);
const chooses = (type: string, name: string, include: string[], exclude: string[] = []) =>
  chosenItems({ include, exclude }, types).has(types.find(type)!, name);

describe('the choice of items by include and exclude', () => {
  test('takes everything without either', () => {
    assert.equal(chooses('CA', 'Root', []), true);
  });

  test('an include decides for its type, an exclude for the same type or not (case 129)', () => {
    assert.equal(chooses('CA', 'Issuing One', ['CA:*'], ['CA:Issuing*']), true);
    assert.equal(chooses('ROLE', 'Staff', ['CA:*'], ['CA:Issuing*']), true);
    assert.equal(chooses('CA', 'Issuing One', [], ['CA:Issuing*']), false);
    assert.equal(chooses('CA', 'Root', [], ['CA:Issuing*']), true);
  });

  test('takes only what is included where everything else is excluded', () => {
    assert.equal(chooses('CA', 'Root', ['CA:*'], ['*:*']), true);
    assert.equal(chooses('ROLE', 'Staff', ['CA:*'], ['*:*']), false);
  });

  test('an include of one type goes before an include of any', () => {
    assert.equal(chooses('CA', 'Root', ['CA:Issuing', '*:Root']), false);
    assert.equal(chooses('ROLE', 'Root', ['CA:Issuing', '*:Root']), true);
    assert.equal(chooses('ROLE', 'Staff', ['CA:Issuing', '*:Root']), false);
  });

  test('a type alone means all of its items, as token or directory, in any case (case 143)', () => {
    for (const entry of ['CA', 'ca', 'CA:*', 'certification-authorities', ' Certification-Authorities : * '])
      assert.equal(chooses('CA', 'Root', [entry], ['*:*']), true, entry);
  });

  test('compares whole names in any case, with * for any text', () => {
    const matches = (pattern: string, name: string) => chooses('CA', name, [`CA:${pattern}`]);
    assert.equal(matches('web*', 'Web Server'), true);
    assert.equal(matches('web', 'Web Server'), false);
    assert.equal(matches('*SERVER', 'Web Server'), true);
    assert.equal(matches('w*b*r', 'Web Server'), true);
    assert.equal(matches('a*a', 'a'), false);
    assert.equal(matches('a.c', 'abc'), false);
    assert.equal(matches('a:b', 'a:b'), true);
    assert.equal(matches('*ab*ab', 'ab'), false);
  });

  test('knows the types of which nothing can be chosen', () => {
    const mayHave = (include: string[], exclude: string[]) =>
      chosenItems({ include, exclude }, types).mayHave(types.find('CA')!);
    assert.equal(mayHave([], []), true);
    assert.equal(mayHave(['ROLE'], []), true);
    assert.equal(mayHave(['ROLE'], ['*:*']), false);
    assert.equal(mayHave(['*:Root'], ['CA']), true);
    assert.equal(mayHave([], ['CA:Root']), true);
    assert.equal(mayHave([], ['CA']), false);
  });

  test('takes several entries with semicolons between them', () => {
    assert.equal(chooses('ROLE', 'Staff', ['CA:Root; ;ROLE:Staff;'], ['*:*']), true);
  });

  for (const entry of ['NOTYPE:x', ':x', 'CAA', 'CA:', '*', '?'])
    test(`refuses '${entry}'`, () => {
      assert.throws(() => chooses('CA', 'Root', [entry]), { code: 'configdump.item_pattern' });
    });

  test('refuses more entries than anybody means', () => {
    const entries = Array.from({ length: 1001 }, (_, index) => `CA:${index}`);
    assert.throws(() => chooses('CA', 'Root', entries), { code: 'configdump.item_pattern' });
  });
});
