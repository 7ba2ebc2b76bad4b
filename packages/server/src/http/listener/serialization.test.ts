import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { compileSerializer } from './serialization.ts';

it('writes what the schema names and nothing else', () => {
  const write = compileSerializer({ schema: Type.Object({ name: Type.String() }) });
  assert.equal(write({ name: 'shown', secret: 'hidden' }), '{"name":"shown"}');
  assert.equal(write({ name: 'again' }), '{"name":"again"}');
});

it('writes what may be null, at any depth', () => {
  const Nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
  const Item = Type.Object({ text: Nullable(Type.String()), number: Nullable(Type.Integer()) });
  const write = compileSerializer({
    schema: Type.Object({ items: Type.Array(Nullable(Item)), either: Type.Union([Type.String(), Type.Integer()]) }),
  });
  const answer = { items: [{ text: 'a', number: 1 }, { text: null, number: null }, null], either: 2 };
  assert.deepEqual(JSON.parse(write(answer)), answer);
  const inside = { items: [{ text: 'a', number: 1, inside: true }], either: 'b' };
  assert.doesNotMatch(write(inside), /inside/);
});
