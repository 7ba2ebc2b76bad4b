import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { unknownPropertyRemarks } from './known-properties.ts';

describe('the names of properties', () => {
  it('include every property that the program reads', () => {
    const directory = path.dirname(import.meta.dirname);
    const files = globSync('**/*.ts', { cwd: directory }).filter((file) => !file.endsWith('.test.ts'));
    const read = files.flatMap((file) => {
      const text = readFileSync(`${directory}/${file}`, 'utf8');
      return [...text.matchAll(READ)].map(([, name]) => name!);
    });
    assert.ok(read.length > 100);
    assert.deepEqual(unknownPropertyRemarks(read), []);
  });

  it('are reported when no kind of worker has them, with the most similar known one', () => {
    const message = 'is a name that no kind of worker knows, so it changes nothing';
    assert.deepEqual(unknownPropertyRemarks(['SIGNATUREALGORITM', 'PIN', 'GREETING']), [
      {
        kind: 'setting',
        field: 'properties.SIGNATUREALGORITM',
        message: `${message} (did you mean 'SIGNATUREALGORITHM'?)`,
      },
      { kind: 'setting', field: 'properties.GREETING', message },
    ]);
    assert.equal(unknownPropertyRemarks(['AUTHSERVER1.ISUER']).length, 1);
  });

  it('are named up to 20 when no kind of worker has them, and counted beyond', () => {
    const names = Array.from({ length: 1000 }, (_, n) => `SIGNATUREALGORITM${n}`);
    const remarks = unknownPropertyRemarks(['PIN', ...names]);
    assert.deepEqual(
      remarks.map(({ field }) => field),
      [...names.slice(0, 20).map((name) => `properties.${name}`), 'properties'],
    );
    assert.equal(remarks.at(-1)?.message, 'have further names that no kind of worker knows: 980');
    assert.equal(unknownPropertyRemarks(names.slice(0, 20)).length, 20);
  });

  for (const name of ['USER.ALICE', '_PIN', 'VAL1.ISSUER1.CERTCHAIN', 'VALIDATOR2.CLASSPATH', 'AUTHSERVER0.ISSUER'])
    it(`are known: ${name}`, () => {
      assert.deepEqual(unknownPropertyRemarks([name]), []);
    });
});

const READ =
  /properties\s*\.\s*(?:text|requiredText|boolean|integer|choice|list|oid|secret|has|isGiven)\(\s*'([A-Z][^']*)'/g;
