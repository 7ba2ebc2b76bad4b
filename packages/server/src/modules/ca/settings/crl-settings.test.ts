import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseDuration } from '../../configuration/index.ts';
import { caType } from '../kinds/ca-type.ts';

const upgrade = (settings: Readonly<Record<string, string>>) => caType.upgrade!({ ...settings }, 2);
const SENSIBLE = { crlExpirePeriod: '1d', crlOverlapTime: '10m', crlIssueInterval: '12h', deltaCrlPeriod: '1d' };

it('leaves the times of stored CAs unchanged if they are consistent', () => {
  const { crlExpirePeriod, crlOverlapTime, crlIssueInterval, deltaCrlPeriod } = upgrade(SENSIBLE);
  assert.deepEqual({ crlExpirePeriod, crlOverlapTime, crlIssueInterval, deltaCrlPeriod }, SENSIBLE);
});

for (const [what, stored, expected] of [
  ['an overlap of a whole life', { crlOverlapTime: '24h' }, { crlOverlapTime: 43_200 }],
  ['an interval that never passed', { crlIssueInterval: '2d' }, { crlIssueInterval: 0 }],
  ['delta CRLs that outlive their base', { deltaCrlPeriod: '2d' }, { deltaCrlPeriod: 86_400 }],
  [
    'a life for which the lint of a sub CA refuses each CRL',
    { crlBaselineRequirements: 'TLS', signedBy: 'External CA', crlExpirePeriod: '30d', crlOverlapTime: '11d' },
    { crlExpirePeriod: 864_000, crlOverlapTime: 432_000 },
  ],
  [
    'a life that is not a date and an overlap that is longer still',
    { crlExpirePeriod: '9000y', crlOverlapTime: '9001y' },
    { crlExpirePeriod: 31_536_000_000, crlOverlapTime: 15_768_000_000 },
  ],
] as const)
  it(`makes ${what} of a stored CA consistent, so that the CA continues`, () => {
    const upgraded = upgrade({ ...SENSIBLE, ...stored });
    for (const [field, seconds] of Object.entries(expected)) {
      assert.equal(parseDuration(upgraded[field] as string), seconds, field);
    }
  });
