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
