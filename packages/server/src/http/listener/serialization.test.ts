import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Type } from 'typebox';
import { compileSerializer } from './serialization.ts';

it('writes what the schema names and nothing else', () => {
  const write = compileSerializer({ schema: Type.Object({ name: Type.String() }) });
  assert.equal(write({ name: 'shown', secret: 'hidden' }), '{"name":"shown"}');
  assert.equal(write({ name: 'again' }), '{"name":"again"}');
});
