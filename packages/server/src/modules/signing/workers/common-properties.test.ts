import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCommonProperties } from './common-properties.ts';
import { WorkerProperties } from '../worker-contract/worker-properties.ts';

function problemsOf(properties: Readonly<Record<string, string>>): readonly string[] {
  const problems: string[] = [];
  checkCommonProperties(new WorkerProperties(properties, (name) => problems.push(name)));
  return problems;
}

describe('common worker properties of SignServer', () => {
  it('are accepted as in the samples of SignServer', () => {
    const sample = { NOCERTIFICATES: 'True', CACHE_PRIVATEKEY: 'FALSE', EXPLICITECC: 'false', OTHER_SIGNERS: 'A, B' };
    for (const ACCOUNTER of ['org.signserver.server.NoAccounter', 'NoAccounter', ''])
      assert.deepEqual(problemsOf({ ...sample, ACCOUNTER }), []);
  });

  it('must name a known key algorithm or family of algorithms', () => {
    const warned = (KEYALG: string) => {
      const warnings: string[] = [];
      checkCommonProperties(new WorkerProperties({ KEYALG }, assert.fail, (_, remark) => warnings.push(remark)));
      return warnings;
    };
    for (const known of ['RSA', 'EC', 'ECDSA', 'EdDSA', 'Ed25519', 'ML-DSA', 'ML-DSA-65'])
      assert.deepEqual(warned(known), []);
    assert.match(warned('FALCON-512')[0] ?? '', /^is 'FALCON-512', which is not a known key algorithm/);
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
