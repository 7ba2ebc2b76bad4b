import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WorkerProperties } from '../worker-contract/worker-properties.ts';
import { readRenewal } from './renewal-settings.ts';

function read(properties: Readonly<Record<string, string>>) {
  const problems: string[] = [];
  return { ...readRenewal(new WorkerProperties(properties, (name) => problems.push(name))), problems };
}

describe('renewal settings of a worker', () => {
  for (const [text, seconds] of [
    ['0d', 0],
    ['30d', 30 * 86_400],
    ['5d 2h 3m 4s 5ms', 5 * 86_400 + 2 * 3600 + 3 * 60 + 5],
    ['5d2h3m4s5ms', 5 * 86_400 + 2 * 3600 + 3 * 60 + 5],
    ['1500ms', 2],
    ['0ms', 0],
  ] as const)
    it(`reads the remaining validity: ${text}`, () => {
      const { minRemainingSeconds, problems } = read({ RENEW_MINREMAININGSIGNINGVALIDITY: text });
      assert.deepEqual([minRemainingSeconds, problems], [seconds, []]);
    });

  for (const text of ['soon', '5', '-5d', '5ms 4s', '1e3ms', 'd', `${' '.repeat(100_000)}x5ms`, `${'9'.repeat(30)}d`])
    it(`refuses the remaining validity: ${text.slice(-20)}`, () => {
      const { minRemainingSeconds, problems } = read({ RENEW_MINREMAININGSIGNINGVALIDITY: text });
      assert.deepEqual([minRemainingSeconds, problems], [undefined, ['RENEW_MINREMAININGSIGNINGVALIDITY']]);
    });

  it('requires all three properties of the issuer, or none of them', () => {
    const all = { RENEWCA: 'CA', RENEWCERTIFICATEPROFILE: 'C', RENEWENDENTITYPROFILE: 'E' };
    assert.deepEqual(read(all).issuer, { ca: 'CA', certificateProfile: 'C', endEntityProfile: 'E' });
    assert.equal(read({ ...all, RENEWENDENTITYPROFILE: ' ' }).issuer, undefined);
  });
});
