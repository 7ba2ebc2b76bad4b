import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import {
  assertReads,
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
  bytes,
} from '../../test/extension-assertions.ts';
import { asciiText, generalNameLists, oids } from '../../test/general-name-arbitraries.ts';
import { oid } from '../der/index.ts';
import { PSD2_ROLES, QC_SEMANTICS, QC_TYPES, type QcLimitValue, type QcStatement } from './qc-statement.ts';
import { qcStatements } from './qc-statements.ts';

const EVERY: readonly QcStatement[] = [
  {
    type: 'qcSyntaxV2',
    semanticsIdentifier: QC_SEMANTICS.natural,
    nameRegistrationAuthorities: [{ type: 'dNSName', value: 'ra.example' }],
  },
  { type: 'qcCompliance' },
  { type: 'qcLimitValue', currency: 'EUR', amount: 50n, exponent: 3n },
  { type: 'qcRetentionPeriod', years: 10 },
  { type: 'qcSSCD' },
  { type: 'qcPDS', locations: [{ url: 'https://pds.example/en', language: 'en' }] },
  { type: 'qcType', types: [QC_TYPES.esign] },
  { type: 'qcCClegislation', countries: ['CH'] },
  {
    type: 'psd2',
    roles: [
      { roleId: PSD2_ROLES.PSP_PI, name: 'PSP_PI' },
      { roleId: PSD2_ROLES.PSP_AI, name: 'PSP_AI' },
    ],
    ncaName: 'Finanstilsynet',
    ncaId: 'DK-DFSA',
  },
  { type: 'other', statementId: oid('1.2.3.4'), statementInfo: bytes('0c06637573746f6d') },
];

// Written by OpenSSL from the ASN.1 modules of RFC 3739, ETSI EN 319 412-5 and ETSI TS 119 495 (ASN1:SEQUENCE sections).
const EVERY_HEX =
  '30820108302306082b06010505070b023017060704008bec490101300c820a72612e6578616d706c653008060604008e46010130150606' +
  '04008e460102300b1303455552020132020103300b060604008e46010302010a3008060604008e4601043028060604008e460105301e30' +
  '1c161668747470733a2f2f7064732e6578616d706c652f656e1302656e3013060604008e4601063009060704008e46010601300e060604' +
  '008e460107300413024348304b06060400819827023041302630110607040081982701020c065053505f50493011060704008198270103' +
  '0c065053505f41490c0e46696e616e7374696c73796e65740c07444b2d44465341300d06032a03040c06637573746f6d';

describe('qcStatements', () => {
  it('writes every statement as OpenSSL does from the modules', () => {
    assertVector(qcStatements, EVERY, EVERY_HEX);
  });

  it('writes a syntax without semantics as its identifier alone', () => {
    assertVector(qcStatements, [{ type: 'qcSyntaxV1' }], '300c 300a 06082b06010505070b01');
  });

  it('writes a currency as its number', () => {
    const limit: QcLimitValue = { type: 'qcLimitValue', currency: 978, amount: 1n, exponent: -2n };
    assertVector(qcStatements, [limit], '3016 3014 060604008e460102 300a 020203d2 020101 0201fe');
  });

  it('reads back what it writes', () => {
    const plain = { noNullPrototype: true };
    const semantics = fc.record(
      { semanticsIdentifier: oids(), nameRegistrationAuthorities: generalNameLists() },
      { ...plain, requiredKeys: [] },
    );
    const letters = (count: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom('A', 'M', 'Z'), minLength: count, maxLength: count });
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 });
    const statement: fc.Arbitrary<QcStatement> = fc.oneof(
      semantics.map((value): QcStatement => ({ type: 'qcSyntaxV2', ...value })),
      fc.constantFrom<QcStatement>({ type: 'qcCompliance' }, { type: 'qcSSCD' }),
      fc.record(
        {
          type: fc.constant('qcLimitValue'),
          currency: fc.oneof(letters(3), fc.integer({ min: 1, max: 999 })),
          amount: fc.bigInt(),
          exponent: fc.bigInt({ min: -9n, max: 99n }),
        },
        plain,
      ),
      fc.record({ type: fc.constant('qcRetentionPeriod'), years: fc.nat() }, plain),
      fc.record(
        {
          type: fc.constant('qcPDS'),
          locations: fc.array(fc.record({ url: asciiText(), language: letters(2) }, plain), {
            minLength: 1,
            maxLength: 3,
          }),
        },
        plain,
      ),
      fc.record({ type: fc.constant('qcType'), types: fc.array(oids(), { minLength: 1, maxLength: 3 }) }, plain),
      fc.record(
        { type: fc.constant('qcCClegislation'), countries: fc.array(letters(2), { minLength: 1, maxLength: 3 }) },
        plain,
      ),
      fc.record(
        {
          type: fc.constant('psd2'),
          roles: fc.array(fc.record({ roleId: oids(), name }, plain), { minLength: 1, maxLength: 4 }),
          ncaName: name,
          ncaId: name,
        },
        plain,
      ),
      fc.record({ type: fc.constant('other'), statementId: oids() }, plain),
    );
    const statements = fc.uniqueArray(statement, {
      minLength: 1,
      maxLength: 5,
      selector: (one) => (one.type === 'other' ? one.statementId : one.type),
    });
    assertRoundTrip(qcStatements, statements, 200);
  });

  it('accepts empty semantics', () => {
    assertReads(qcStatements, '300e 300c 06082b06010505070b02 3000', [{ type: 'qcSyntaxV2' }]);
  });

  it('accepts a statement made twice and refuses to write one', () => {
    const twice: readonly QcStatement[] = [{ type: 'qcSSCD' }, { type: 'qcSSCD' }];
    assertReads(qcStatements, '3014 3008060604008e460104 3008060604008e460104', twice);
    assert.throws(() => qcStatements.encode(twice), RangeError);
  });

  it('refuses a value where the statement has none', () => {
    assertRefuses(qcStatements, '300c 300a 060604008e460101 0500', 'der.trailing_bytes');
  });

  it('refuses a statement without its value', () => {
    assertRefuses(qcStatements, '300a 3008 060604008e460103', 'der.truncated');
  });

  it('refuses an empty list in both directions', () => {
    assertRefuses(qcStatements, '3000', 'der.out_of_range');
    assert.throws(() => qcStatements.encode([]), RangeError);
  });

  it('refuses to write what a statement cannot hold', () => {
    const bad: readonly QcStatement[] = [
      { type: 'qcLimitValue', currency: 'eur', amount: 1n, exponent: 0n },
      { type: 'qcLimitValue', currency: 0, amount: 1n, exponent: 0n },
      { type: 'qcLimitValue', currency: 1000, amount: 1n, exponent: 0n },
      { type: 'qcRetentionPeriod', years: -1 },
      { type: 'qcPDS', locations: [] },
      { type: 'qcPDS', locations: [{ url: 'https://é', language: 'en' }] },
      { type: 'qcPDS', locations: [{ url: 'https://e', language: 'eng' }] },
      { type: 'qcType', types: [] },
      { type: 'qcCClegislation', countries: ['Sweden'] },
      { type: 'psd2', roles: [], ncaName: 'a', ncaId: 'b' },
      { type: 'psd2', roles: [{ roleId: PSD2_ROLES.PSP_AS, name: 'PSP_AS' }], ncaName: '', ncaId: 'b' },
      { type: 'psd2', roles: [{ roleId: PSD2_ROLES.PSP_AS, name: 'PSP_AS' }], ncaName: 'a'.repeat(257), ncaId: 'b' },
      { type: 'other', statementId: oid('0.4.0.1862.1.1') },
      { type: 'other', statementId: oid('1.2.3'), statementInfo: bytes('0c05') },
    ];
    for (const statement of bad) assert.throws(() => qcStatements.encode([statement]), RangeError, statement.type);
  });

  it('survives damage', () => {
    assertSurvivesDamage(qcStatements, EVERY_HEX);
  });
});
