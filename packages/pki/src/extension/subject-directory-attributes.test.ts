import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import {
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
  bytes,
} from '../../test/extension-assertions.ts';
import { octets, oids } from '../../test/general-name-arbitraries.ts';
import { compareBytes, oid, writeDer } from '../der/index.ts';
import { personalDataAttributes, readPersonalData, type PersonalData } from './personal-data.ts';
import { subjectDirectoryAttributes } from './subject-directory-attributes.ts';

const PERSON: PersonalData = {
  dateOfBirth: '19590927',
  placeOfBirth: 'Stockholm',
  gender: 'F',
  countriesOfCitizenship: ['DE', 'SE'],
  countriesOfResidence: ['SE'],
};

// Written by OpenSSL from the ASN.1 of RFC 3739 appendix A
const PERSON_HEX =
  '3071301d06082b060105050709013111180f31393539303932373132303030305a301706082b06010505070902310b0c0953746f636b686f6c' +
  '6d300f06082b060105050709033103130146301406082b0601050507090431081302444513025345301006082b06010505070905310413025345';

describe('subjectDirectoryAttributes', () => {
  it('writes values in ascending order (X.690 §11.6)', () => {
    const type = oid('1.2.3');
    const encoded = subjectDirectoryAttributes.encode([{ type, values: [bytes('020102'), bytes('020101')] }]);
    assert.equal(encoded.toHex(), bytes('300e 300c 06022a03 3106 020101 020102').toHex());
  });

  it('reads back what it writes', () => {
    const values = fc
      .array(octets(10), { minLength: 1, maxLength: 4 })
      .map((contents) =>
        contents.map((content) => writeDer((writer) => writer.octetString(content))).toSorted(compareBytes),
      );
    const attribute = fc.record({ type: oids(), values }, { noNullPrototype: true });
    assertRoundTrip(subjectDirectoryAttributes, fc.array(attribute, { minLength: 1, maxLength: 3 }));
  });

  it('refuses an empty list and an attribute without a value in both directions', () => {
    assertRefuses(subjectDirectoryAttributes, '3000', 'der.out_of_range');
    assertRefuses(subjectDirectoryAttributes, '3008 3006 06022a03 3100', 'der.out_of_range');
    assert.throws(() => subjectDirectoryAttributes.encode([]), RangeError);
    assert.throws(() => subjectDirectoryAttributes.encode([{ type: oid('1.2.3'), values: [] }]), RangeError);
  });

  it('refuses values out of order', () => {
    assertRefuses(subjectDirectoryAttributes, '300e 300c 06022a03 3106 020102 020101', 'der.unsorted_set');
  });

  it('survives damage', () => {
    assertSurvivesDamage(subjectDirectoryAttributes, PERSON_HEX);
  });
});

describe('personal data', () => {
  it('is written as OpenSSL does from the module, the day of birth as its noon (RFC 3739 §3.3.2)', () => {
    assertVector(subjectDirectoryAttributes, personalDataAttributes(PERSON), PERSON_HEX);
  });

  it('is read back', () => {
    assert.deepEqual(readPersonalData(subjectDirectoryAttributes.decode(bytes(PERSON_HEX))), PERSON);
  });

  it('is empty when there is no attribute of it', () => {
    const nothing = { countriesOfCitizenship: [], countriesOfResidence: [] };
    assert.deepEqual(personalDataAttributes(nothing), []);
    assert.deepEqual(readPersonalData([{ type: oid('1.2.3'), values: [bytes('0500')] }]), nothing);
  });

  it('accepts another hour than noon', () => {
    const value = bytes('180f 31393539303932373030303030305a');
    const { dateOfBirth } = readPersonalData([{ type: oid('1.3.6.1.5.5.7.9.1'), values: [value] }]);
    assert.equal(dateOfBirth, '19590927');
  });

  it('refuses to write days outside the calendar and codes of another form', () => {
    const bad: readonly Partial<PersonalData>[] = [
      { dateOfBirth: '19590230' },
      { dateOfBirth: '1959-09-27' },
      { dateOfBirth: '1959' },
      { dateOfBirth: '19591301' },
      { placeOfBirth: '' },
      { gender: 'X' },
      { countriesOfCitizenship: ['Sweden'] },
      { countriesOfResidence: ['se'] },
    ];
    for (const part of bad) assert.throws(() => personalDataAttributes({ ...PERSON, ...part }), RangeError);
  });

  it('refuses two days of birth, and a value of another type', () => {
    const day = bytes('180f 31393539303932373132303030305a');
    const type = oid('1.3.6.1.5.5.7.9.1');
    assert.throws(() => readPersonalData([{ type, values: [day, day] }]), { code: 'der.out_of_range' });
    assert.throws(() => readPersonalData([{ type, values: [bytes('0c0161')] }]), { code: 'der.unexpected_tag' });
  });
});
