import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { unknownPropertyRemark } from './known-properties.ts';

describe('the names of properties', () => {
  it('include every property that the program reads', () => {
    const directory = path.dirname(import.meta.dirname);
    const files = globSync('**/*.ts', { cwd: directory }).filter((file) => !file.endsWith('.test.ts'));
    const read = files.flatMap((file) => {
      const text = readFileSync(`${directory}/${file}`, 'utf8');
      return [...text.matchAll(READ)].map(([, name]) => name!);
    });
    assert.ok(read.length > 100);
    assert.deepEqual(
      read.filter((name) => unknownPropertyRemark(name) !== undefined),
      [],
    );
  });

  it('are reported when no kind of worker has them, with the most similar known one', () => {
    const remark = unknownPropertyRemark('SIGNATUREALGORITM');
    const expected =
      "is a name that no kind of worker knows, so it changes nothing (did you mean 'SIGNATUREALGORITHM'?)";
    assert.equal(remark, expected);
    assert.equal(unknownPropertyRemark('GREETING'), 'is a name that no kind of worker knows, so it changes nothing');
    assert.notEqual(unknownPropertyRemark('AUTHSERVER1.ISUER'), undefined);
  });

  for (const name of ['USER.ALICE', '_PIN', 'VAL1.ISSUER1.CERTCHAIN', 'VALIDATOR2.CLASSPATH', 'AUTHSERVER0.ISSUER'])
    it(`are known: ${name}`, () => {
      assert.equal(unknownPropertyRemark(name), undefined);
    });
});

const READ =
  /properties\s*\.\s*(?:text|requiredText|boolean|integer|choice|list|oid|secret|has|isGiven)\(\s*'([A-Z][^']*)'/g;
