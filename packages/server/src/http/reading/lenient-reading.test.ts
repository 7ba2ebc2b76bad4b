import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { readBodyLeniently, readQueryLeniently } from './lenient-reading.ts';

const Absentable = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const Body = Type.Object({
  user_name: Absentable(Type.String()),
  include_chain: Absentable(Type.Boolean()),
  approve: Type.Optional(Type.Boolean()),
  page: Absentable(Type.Integer()),
  format: Type.Optional(Type.Union([Type.Literal('DER'), Type.Literal('PEM')])),
  critical_options: Absentable(Type.Object({ source_address: Absentable(Type.String()) })),
  parts: Absentable(Type.Array(Type.Object({ part_id: Type.Integer(), label: Type.String() }))),
});

const read = (text: string, leniency: Parameters<typeof readBodyLeniently>[2]) =>
  readBodyLeniently(Body, JSON.parse(text), leniency, text);
const spelled = (text: string) => read(text, { spellings: true });
const scalars = (text: string) => read(text, { spellings: true, scalars: true });

describe('a member in another spelling', () => {
  for (const name of ['user_name', 'userName', 'user-name', 'USER_NAME', 'username'])
    it(`is read as what it says: ${name}`, () => {
      assert.deepEqual(spelled(`{"${name}": "a"}`), { user_name: 'a' });
    });

  it('is found in objects and lists below', () => {
    assert.deepEqual(
      spelled('{"critical-options": {"sourceAddress": "10.0.0.0/8"}, "parts": [{"partId": 1, "LABEL": "x"}]}'),
      { critical_options: { source_address: '10.0.0.0/8' }, parts: [{ part_id: 1, label: 'x' }] },
    );
  });

  it('may stand beside the usual one with the same value, or without a value', () => {
    assert.deepEqual(spelled('{"user_name": "a", "userName": "a"}'), { user_name: 'a' });
    assert.deepEqual(spelled('{"user_name": "a", "userName": null}'), { user_name: 'a' });
    assert.deepEqual(spelled('{"user_name": null, "userName": "a"}'), { user_name: 'a' });
  });

  it('is refused beside the usual one with another value', () => {
    assert.throws(() => spelled('{"user_name": "a", "userName": "b"}'), { code: 'http.member_spelled_twice' });
    assert.throws(() => spelled('{"userName": "a", "user-name": "b"}'), { code: 'http.member_spelled_twice' });
  });

  it('leaves members alone that nobody knows', () => {
    assert.deepEqual(spelled('{"user": "a", "constructor": 1}'), { user: 'a', constructor: 1 });
  });

  it('is a parameter of a query as well', () => {
    const query = { deltaCrl: 'true' };
    readQueryLeniently(Type.Object({ deltacrl: Type.Optional(Type.Boolean()) }), query, { spellings: true });
    assert.deepEqual(query, { deltacrl: 'true' });
  });
});

describe('a scalar of another type', () => {
  for (const [text, value] of [
    ['"true"', true],
    ['"False"', false],
    ['" true "', true],
    ['1', true],
    ['0', false],
    ['""', null],
    ['null', null],
    ['"yes"', 'yes'],
  ] as const)
    it(`is read for a boolean as Jackson reads it: ${text}`, () => {
      assert.deepEqual(scalars(`{"include_chain": ${text}}`), { include_chain: value });
    });

  for (const [text, value] of [
    ['7', '7'],
    ['1.0', '1.0'],
    ['1e3', '1e3'],
    ['-0', '-0'],
    ['12345678901234567890', '12345678901234567890'],
    ['true', 'true'],
    ['null', null],
  ] as const)
    it(`is read for a text as it is written: ${text}`, () => {
      assert.deepEqual(scalars(`{"userName": ${text}}`), { user_name: value });
    });

  it('is read for an integer when it has digits only', () => {
    assert.deepEqual(scalars('{"page": " 12 "}'), { page: 12 });
    assert.deepEqual(scalars('{"page": ""}'), { page: null });
    assert.deepEqual(scalars('{"page": "12a"}'), { page: '12a' });
  });

  it('is read below other members, in whatever spelling they come', () => {
    assert.deepEqual(scalars('{"PARTS": [{"partId": "1", "label": 2.50}]}'), {
      parts: [{ part_id: 1, label: '2.50' }],
    });
  });

  it('is left as it is where there is no empty value, and where scalars are read strictly', () => {
    assert.deepEqual(scalars('{"approve": ""}'), { approve: '' });
    assert.deepEqual(spelled('{"include_chain": "false", "user_name": 1}'), { include_chain: 'false', user_name: 1 });
  });
});

describe('a number in a map of texts', () => {
  const Maps = Type.Object({
    texts: Absentable(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    counts: Type.Optional(Type.Record(Type.String(), Type.Number())),
    count: Type.Optional(Type.Number()),
  });
  const maps = (text: string) => readBodyLeniently(Maps, JSON.parse(text), { numbersInMaps: true }, text);

  it('is read as it is written', () => {
    const given = '{"texts": {"a": 1.50, "b": 12345678901234567890, "c": -0, "d": 1e400, "e": true, "f": "x"}}';
    assert.deepEqual(maps(given), {
      texts: { a: '1.50', b: '12345678901234567890', c: '-0', d: '1e400', e: true, f: 'x' },
    });
  });

  it('is refused with a body that is nested deeper than the stack', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    assert.throws(() => maps(`{"texts": {"a": 1}, "other": ${deep}}`), { code: 'http.body_too_complex' });
  });

  it('stays a number elsewhere', () => {
    const given = { texts: null, counts: { a: 1 }, count: 2 };
    assert.deepEqual(maps(JSON.stringify(given)), given);
  });
});
