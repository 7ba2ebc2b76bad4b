import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { durationText, reference, secret } from './schema-members.ts';
import { schemaProblems } from './schema-problems.ts';

const schema: TSchema = Type.Object(
  {
    keySpec: Type.Optional(Type.String({ maxLength: 20 })),
    validity: Type.Optional(durationText()),
    ca: Type.Optional(reference('CA')),
    pin: Type.Optional(secret()),
    version: Type.Optional(Type.Enum(['1.2', '1.3'])),
    size: Type.Optional(Type.Integer()),
    members: Type.Optional(Type.Array(Type.Object({ matchValue: Type.String() }, { additionalProperties: false }))),
  },
  { additionalProperties: false },
);

function messageOf(settings: object): string {
  const problems = schemaProblems(schema, settings, Compile(schema).Errors(settings));
  assert.equal(problems.length, 1);
  return problems[0]!.message;
}

describe('problems of settings', () => {
  it('suggest the known member closest to an unknown one', () => {
    const known = 'known are keySpec, validity, ca, pin, version, size, members';
    assert.equal(messageOf({ key_spec: 'x' }), `has no member 'key_spec' (did you mean 'keySpec'?); ${known}`);
    assert.equal(messageOf({ colour: 'x' }), `has no member 'colour'; ${known}`);
  });

  it('suggest the closest member of a nested object', () => {
    assert.match(messageOf({ members: [{ matchValue: '', matchvalue: '' }] }), /did you mean 'matchValue'/);
  });

  it('suggest the closest member if the object lacks it', () => {
    const message = messageOf({ members: [{ match_value: '' }] });
    assert.match(message, /^lacks 'matchValue' and has no member 'match_value' \(did you mean 'matchValue'\?\)/);
  });

  it('suggest quotes around a number or a boolean instead of a text', () => {
    assert.equal(messageOf({ keySpec: 256 }), 'is 256 and has to be a text of up to 20 characters: quote it');
    for (const settings of [{ validity: 1 }, { ca: true }, { version: 1.2 }, { pin: 1234 }]) {
      assert.match(messageOf(settings), /: quote it$/);
    }
  });

  it('do not suggest quotes if that does not help', () => {
    for (const settings of [{ keySpec: ['x'] }, { version: 1.4 }, { size: true }, { keySpec: null }]) {
      assert.doesNotMatch(messageOf(settings), /quote/);
    }
  });

  it('never show a secret', () => {
    assert.doesNotMatch(messageOf({ pin: 1234 }), /1234/);
  });
});
