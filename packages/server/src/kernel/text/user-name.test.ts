import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isUserName } from './user-name.ts';

it('takes for a name what can be recorded, and nothing else', () => {
  for (const name of ['', 'alice', 'Jörg Müller 語', 'a'.repeat(255)]) assert.ok(isUserName(name), name);
  for (const name of ['a'.repeat(256), 'a\0', 'a\nb', 'a\u0085', '\ud800', undefined, null, 5, { a: 1 }, ['a']])
    assert.ok(!isUserName(name), JSON.stringify(name));
});
