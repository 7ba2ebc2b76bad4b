import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseAttributeText } from './attribute-text.ts';
import { CKA } from './cryptoki.ts';

function parse(text: string) {
  const problems: string[] = [];
  return { ...parseAttributeText(text, (problem) => void problems.push(problem)), problems };
}

it('reads the sections for new key pairs', () => {
  const text = `
    # for everybody
    attributes(*, *, *) = {
      CKA_MODIFIABLE = false
    }
    attributes(generate, CKO_PRIVATE_KEY, *) = {
      CKA_DECRYPT = false   # signing keys
      CKA_DERIVE = true
    }
    attributes(generate,CKO_PUBLIC_KEY,*) = {
      CKA_ENCRYPT = false
    }`;
  assert.deepEqual(parse(text), {
    publicKey: [
      [CKA.MODIFIABLE, false],
      [CKA.ENCRYPT, false],
    ],
    privateKey: [
      [CKA.MODIFIABLE, false],
      [CKA.DECRYPT, false],
      [CKA.DERIVE, true],
    ],
    problems: [],
  });
});

it('passes over what is for other objects', () => {
  const text = `attributes(import, CKO_PRIVATE_KEY, *) = {
    CKA_SIGN = false
  }
  attributes(*, CKO_SECRET_KEY, *) = {
    CKA_ENCRYPT = true
  }
  attributes(generate, CKO_PRIVATE_KEY, CKK_DH) = {
    CKA_SENSITIVE = true
  }`;
  assert.deepEqual(parse(text), { publicKey: [], privateKey: [], problems: [] });
});

it('takes no text for no attributes', () => {
  assert.deepEqual(parse(''), { publicKey: [], privateKey: [], problems: [] });
});

for (const [what, text, line] of [
  ['an attribute outside of a section', 'CKA_SIGN = true', 1],
  ['an unknown operation', 'attributes(make, *, *) = {\n}', 1],
  ['an unknown attribute', 'attributes(*, *, *) = {\nCKA_COLOUR = true\n}', 2],
  ['an attribute that ties a key to its alias', 'attributes(*, *, *) = {\n\nCKA_LABEL = true\n}', 3],
  ['the name of something that every object has', 'attributes(*, *, *) = {\nconstructor = true\n}', 2],
  ['a value that is not a truth value', 'attributes(*, *, *) = {\nCKA_SIGN = 1\n}', 2],
] as const) {
  it(`says where ${what} stands`, () => {
    const { problems } = parse(text);
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, new RegExp(`line ${line};`));
  });
}
