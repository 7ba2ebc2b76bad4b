import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CliContext } from '../context.ts';
import { readSettingsFile } from './settings-file.ts';

const read = (text: string) => {
  const context: Pick<CliContext, 'readInput'> = { readInput: async () => new TextEncoder().encode(text) };
  return readSettingsFile(context as CliContext, '-');
};

describe('a file of settings', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":[{"b":{"c":1,"c":2}}]}',
    '{"__proto__":1,"__proto__":2}',
    '{"1":1, 1: 2}',
    'a: 1\n"a": 2',
  ]) {
    it(`is refused when a member stands twice: ${JSON.stringify(text)}`, async () => {
      await assert.rejects(read(text), { code: 'cli.file_unusable', message: /Map keys must be unique/ });
    });
  }

  it('is read when members of different objects have the same name', async () => {
    assert.deepEqual(await read('{"a":{"a":1},"b":[{"a":1},{"a":1}]}'), { a: { a: 1 }, b: [{ a: 1 }, { a: 1 }] });
  });
});
