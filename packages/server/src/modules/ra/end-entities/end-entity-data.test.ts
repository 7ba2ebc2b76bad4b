import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withEndEntityData } from './end-entity-data.ts';

const data = (extensionData: [string, string][], customData: [string, string][] = []) => ({
  extensionData: extensionData.map(([name, value]) => ({ name, value })),
  customData: customData.map(([name, value]) => ({ name, value })),
});

describe('the data of an end entity', () => {
  it('stays unchanged by a request without data', () => {
    const extended = { accountBindingId: 'kept' };
    assert.equal(withEndEntityData(extended, data([])), extended);
  });

  it('takes new values, the last one per name, and keeps the others', () => {
    const first = withEndEntityData({ accountBindingId: 'kept' }, data([['1.2.3', '0500']], [['team', 'a']]));
    assert.deepEqual(
      withEndEntityData(
        first,
        data(
          [['1.2.4', 'x']],
          [
            ['team', 'b'],
            ['team', 'c'],
          ],
        ),
      ),
      {
        accountBindingId: 'kept',
        extensionData: { '1.2.3': '0500', '1.2.4': 'x' },
        customData: { team: 'c' },
      },
    );
  });

  it('takes customdata_ in extension_data for custom data', () => {
    assert.deepEqual(withEndEntityData({}, data([['customdata_team', 'a']])), { customData: { team: 'a' } });
  });

  it('takes customdata_ off names of custom data, in any letter case, so that settings are settings', () => {
    assert.deepEqual(withEndEntityData({}, data([['CUSTOMDATA_team', 'a']], [['customdata_REVOCATIONREASON', '6']])), {
      customData: { team: 'a' },
      issuanceRevocationReason: 'CERTIFICATE_HOLD',
    });
  });

  it('refuses names that mean something elsewhere and would be dropped', () => {
    for (const name of [
      'remainingloginattempts',
      'KEYSTORE_ALGORITHM_TYPE',
      'KEYSTORE_ALGORITHM_SUBTYPE',
      'CERTIFICATE_REQUEST',
      'SSH_PRINCIPALS',
      'SSH_CRITICAL_OPTIONS',
      'SSH_EXTENSIONS',
      'SSH_CERTIFICATE_TYPE',
      'ADD_EE_APPROVAL_REQUEST_ID',
      'EDIT_EE_APPROVAL_REQUEST_IDS',
      'REVOKE_EE_APPROVAL_REQUEST_IDS',
      'accountBindingId',
      'QCETSIVALUELIMITCURRENCY',
      'STARTTIME',
      'ENDTIME',
      'RAWSUBJECTDN',
      'CERTIFICATESERIALNUMBER',
      'extensiondata_1.2.3.4',
    ])
      for (const requested of [
        data([[name, '1']]),
        data([], [[name, '1']]),
        data([[`customdata_${name}`, '1']]),
        data([], [[`customdata_${name}`, '1']]),
      ])
        assert.throws(() => withEndEntityData({}, requested), {
          code: 'ra.bad_input',
          message: /would have no effect/,
        });
  });

  it('cannot reach a prototype by name', () => {
    const { customData } = withEndEntityData({}, data([], [['__proto__', 'x']]));
    assert.deepEqual(Object.entries(customData as object), [['__proto__', 'x']]);
    assert.equal(Object.getPrototypeOf(customData), Object.prototype);
  });

  it('refuses invalid names and too much data', () => {
    for (const refused of [data([['', 'x']]), data([['customdata_', 'x']]), data([], [['n'.repeat(256), 'x']])])
      assert.throws(() => withEndEntityData({}, refused), { code: 'ra.bad_input', message: /a name of (0|256) char/ });
    assert.throws(() => withEndEntityData({}, data([['a', 'x'.repeat(100_000)]])), { message: /come to 1000\d\d/ });
  });
});
