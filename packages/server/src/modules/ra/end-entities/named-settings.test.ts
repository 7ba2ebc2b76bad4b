import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withEndEntityData } from './end-entity-data.ts';
import { readNamedSettings } from './named-settings.ts';

const of = (...values: [name: string, value: string][]) => values.map(([name, value]) => ({ name, value }));

describe('settings among the data of an end entity', () => {
  it('are applied wherever they are given, and are not stored as data', () => {
    const extensionData = of(['customdata_REVOCATIONREASON', '6'], ['1.2.3', '0500']);
    const customData = of(
      ['requestcounter', '3'],
      ['MaxFailedLoginAttempts', '2'],
      ['NAMECONSTRAINTS_PERMITTED', 'a.example'],
      ['NAMECONSTRAINTS_PERMITTED', '10.0.0.0/8'],
      ['NAMECONSTRAINTS_EXCLUDED', 'O=Example,C=SE'],
      ['team', 'a'],
    );
    assert.deepEqual(withEndEntityData({}, { extensionData, customData }), {
      issuanceRevocationReason: 'CERTIFICATE_HOLD',
      requests: { allowed: 3, remaining: 3, own: true },
      logins: { maximum: 2, remaining: 2, own: true },
      nameConstraintsPermitted: ['a.example', '10.0.0.0/8'],
      nameConstraintsExcluded: ['O=Example,C=SE'],
      extensionData: { '1.2.3': '0500' },
      customData: { team: 'a' },
    });
  });

  it('stay unchanged by a request without them, and NOT_REVOKED removes the reason', () => {
    const extended = { issuanceRevocationReason: 'SUPERSEDED', nameConstraintsPermitted: ['a.example'] } as const;
    const customData = of(['team', 'a']);
    assert.deepEqual(withEndEntityData(extended, { extensionData: [], customData }), {
      ...extended,
      customData: { team: 'a' },
    });
    for (const value of ['-1', 'not_revoked'])
      assert.deepEqual(
        withEndEntityData(extended, { extensionData: [], customData: of(['REVOCATIONREASON', value]) }),
        { nameConstraintsPermitted: ['a.example'] },
      );
  });

  it('have valid values, one each', () => {
    const wrong: [string, string][] = [
      ['REVOCATIONREASON', '7'],
      ['REVOCATIONREASON', '8'],
      ['REVOCATIONREASON', 'REMOVE_FROM_CRL'],
      ['REVOCATIONREASON', '99'],
      ['REVOCATIONREASON', ''],
      ['REQUESTCOUNTER', '0'],
      ['REQUESTCOUNTER', '1000001'],
      ['REQUESTCOUNTER', '1e3'],
      ['MAXFAILEDLOGINATTEMPTS', '-2'],
      ['NAMECONSTRAINTS_PERMITTED', 'a.example;b.example'],
      ['NAMECONSTRAINTS_EXCLUDED', '10.0.0.0/99'],
      ['NAMECONSTRAINTS_EXCLUDED', 'O=\\'],
    ];
    for (const [name, value] of wrong)
      assert.throws(() => readNamedSettings(of([name, value])), { code: 'ra.bad_input', message: new RegExp(name) });
    assert.throws(() => readNamedSettings(of(['REQUESTCOUNTER', '2'], ['requestcounter', '2'])), { message: /twice/ });
    const many = Array.from({ length: 101 }, (): [string, string] => ['NAMECONSTRAINTS_PERMITTED', 'a.example']);
    assert.throws(() => readNamedSettings(of(...many)), { message: /101 times/ });
  });
});
