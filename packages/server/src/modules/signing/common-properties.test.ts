import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCommonProperties } from './common-properties.ts';
import { WorkerProperties } from './worker-properties.ts';

function problemsOf(properties: Readonly<Record<string, string>>): readonly string[] {
  const problems: string[] = [];
  checkCommonProperties(new WorkerProperties(properties, (name) => problems.push(name)));
  return problems;
}

describe('properties that SignServer has for every worker', () => {
  it('are taken as its samples have them', () => {
    const sample = { NOCERTIFICATES: 'True', CACHE_PRIVATEKEY: 'FALSE', EXPLICITECC: 'false', OTHER_SIGNERS: 'A, B' };
    for (const ACCOUNTER of ['org.signserver.server.NoAccounter', 'NoAccounter', ''])
      assert.deepEqual(problemsOf({ ...sample, ACCOUNTER }), []);
  });

  for (const [name, value] of [
    ['ACCOUNTER', 'org.signserver.server.GlobalConfigSampleAccounter'],
    ['ACCOUNTER', 'Accounter'],
    ['NOCERTIFICATES', 'yes'],
    ['CACHE_PRIVATEKEY', '0'],
    ['EXPLICITECC', 'maybe'],
  ] as const)
    it(`are refused: ${name}=${value}`, () => assert.deepEqual(problemsOf({ [name]: value }), [name]));
});
