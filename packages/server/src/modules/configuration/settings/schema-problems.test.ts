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

describe('what is wrong with settings', () => {
  it('names the known member that is nearest to an unknown one', () => {
    const known = 'known are keySpec, validity, ca, pin, version, size, members';
    assert.equal(messageOf({ key_spec: 'x' }), `has no member 'key_spec' (did you mean 'keySpec'?); ${known}`);
    assert.equal(messageOf({ colour: 'x' }), `has no member 'colour'; ${known}`);
  });

  it('names the nearest member of an object within', () => {
    assert.match(messageOf({ members: [{ matchValue: '', matchvalue: '' }] }), /did you mean 'matchValue'/);
  });

  it('names the nearest member when it is one that the object lacks', () => {
    const message = messageOf({ members: [{ match_value: '' }] });
    assert.match(message, /^lacks 'matchValue' and has no member 'match_value' \(did you mean 'matchValue'\?\)/);
  });

  it('asks for quotes around a number or a boolean where a text belongs', () => {
    assert.equal(messageOf({ keySpec: 256 }), 'is 256 and has to be a text of up to 20 characters: quote it');
    for (const settings of [{ validity: 1 }, { ca: true }, { version: 1.2 }, { pin: 1234 }]) {
      assert.match(messageOf(settings), /: quote it$/);
    }
  });

  it('says nothing of quoting where that does not help', () => {
    for (const settings of [{ keySpec: ['x'] }, { version: 1.4 }, { size: true }, { keySpec: null }]) {
      assert.doesNotMatch(messageOf(settings), /quote/);
    }
  });

  it('never shows a secret', () => {
    assert.doesNotMatch(messageOf({ pin: 1234 }), /1234/);
  });
});
