import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedRecord, differences, type EndEntityRecord, newRecord } from './record.ts';

const values = (...pairs: (readonly [name: string, value: string])[]) =>
  pairs.map(([name, value]) => ({ name, value }));
const OF_ALL_KINDS = values(
  ['NAMECONSTRAINTS_EXCLUDED', 'b.example'],
  ['team', 'a'],
  ['NAMECONSTRAINTS_EXCLUDED', 'a.example'],
  ['NAMECONSTRAINTS_EXCLUDED', '10.0.0.0/8'],
  ['REQUESTCOUNTER', '3'],
);
const record = (customData = OF_ALL_KINDS) =>
  newRecord('ca1', {
    subjectDn: 'CN=ca1',
    ca: 'Root',
    certificateProfile: 'Below',
    endEntityProfile: 'Below',
    token: 'USERGENERATED',
    customData,
    extensionData: values(['NAMECONSTRAINTS_PERMITTED', 'x.example'], ['NAMECONSTRAINTS_PERMITTED', 'y.example']),
  }) as EndEntityRecord;

describe('a record with values that share a name', () => {
  it('has all of them when it is new', () => {
    assert.deepEqual(record().customData, OF_ALL_KINDS);
    assert.equal(record().extensionData.length, 2);
  });

  it('keeps all of them when something else changes', () => {
    const changed = changedRecord(record(), { email: 'a@b.example', customData: values(['team', 'b']) });
    assert.deepEqual(changed.extensionData, record().extensionData);
    assert.deepEqual(changed.customData, [
      ...OF_ALL_KINDS.filter(({ name }) => name !== 'team'),
      ...values(['team', 'b']),
    ]);
    assert.deepEqual(differences(record(), { email: undefined }), []);
    assert.deepEqual(differences(record(), { email: 'a@b.example' }), ['email']);
  });

  it('has those of the change, and no other ones, under a name that changes', () => {
    const [first, second] = values(
      ['NAMECONSTRAINTS_EXCLUDED', 'c.example'],
      ['NAMECONSTRAINTS_EXCLUDED', 'a.example'],
    );
    const others = values(['team', 'a'], ['REQUESTCOUNTER', '3']);
    assert.deepEqual(changedRecord(record(), { customData: [first!, second!] }).customData, [...others, first, second]);
    assert.deepEqual(
      changedRecord(record(), { customData: values(['NAMECONSTRAINTS_EXCLUDED', '']) }).customData,
      others,
    );
    assert.deepEqual(differences(record(), { customData: [second!] }), ['custom_data']);
  });

  it('differs from one with fewer of them, and not from one with its names in another order', () => {
    const names = OF_ALL_KINDS.filter(({ name }) => name === 'NAMECONSTRAINTS_EXCLUDED');
    assert.deepEqual(differences(record(), { customData: names }), []);
    assert.deepEqual(differences(record(), { customData: names.slice(0, 2) }), ['custom_data']);
    assert.deepEqual(differences(record(), { customData: values(['REQUESTCOUNTER', '3']) }), []);
    assert.deepEqual(differences(record(), { customData: values(['REQUESTCOUNTER', '4']) }), ['custom_data']);
  });
});
