import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aliasesOf } from './described-key.ts';

const key = (label: string, ...id: number[]) => ({ label, id: Uint8Array.from(id) });

it('calls keys by their labels, and those that share one or have none by their identifiers', () => {
  const keys = [key('signKey', 1), key('twice', 0xab, 0xcd), key('twice', 2), key('', 3), key('')];
  assert.deepEqual(aliasesOf(keys), ['signKey', 'abcd', '02', '03', '']);
});
