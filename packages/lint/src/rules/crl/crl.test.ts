import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  boolean,
  element,
  explicit,
  generalizedTime,
  implicit,
  integer,
  NULL,
  octetString,
  oid,
  sequence,
  utcTime,
  utf8,
} from '../../../test/der.ts';
import { type RuleCase, testFindings } from '../../../test/rule-cases.ts';
import { crl, crlOf, deltaCrl, distributionPoint, entry, flag, reason, signedCrl } from '../../../test/tbs-crl.ts';
import { algorithm, extension, name, Oid, uri } from '../../../test/tbs-certificate.ts';
import { CrlLint, lintCrl, lintToBeSignedCrl } from '../../lint-crl.ts';
import { CRL_ENTRY_EXTENSION_RULES, CRL_ENTRY_RULES, CRL_RULES } from './index.ts';

const FRESHEST = sequence(sequence(explicit(0, explicit(0, uri('http://crl.example.org/delta.crl')))));
const ISSUER = explicit(4, name([Oid.commonName, utf8('Other CA')]));

testFindings('crl', [...CRL_RULES, ...CRL_ENTRY_RULES, ...CRL_ENTRY_EXTENSION_RULES], cases(), (rule, octets) =>
  lintToBeSignedCrl(octets).filter((finding) => finding.rule === rule.name),
);

function cases(): Readonly<Record<string, RuleCase>> {
  return {
    'authority-info-access-location': {
      bad: { 'a file': withAccess('1.3.6.1.5.5.7.48.2', uri('file:///ca.cer')) },
      good: { HTTP: withAccess('1.3.6.1.5.5.7.48.2', uri('http://ca.example.org/ca.cer')) },
    },
    'authority-info-access-methods': {
      bad: { OCSP: withAccess('1.3.6.1.5.5.7.48.1', uri('http://ocsp.example.org')) },
      good: { caIssuers: withAccess('1.3.6.1.5.5.7.48.2', uri('http://ca.example.org/ca.cer')) },
    },
    'authority-key-identifier-present': {
      bad: {
        none: crl({ extensions: { [Oid.authorityKeyIdentifier]: undefined } }),
        'one without a keyIdentifier': withExtension(Oid.authorityKeyIdentifier, sequence()),
      },
      good: { one: crl() },
    },
    'certificate-issuer-critical': {
      bad: { 'one that is not': crlOf({ extensions: [extension(Oid.certificateIssuer, sequence(ISSUER))] }) },
      good: { 'one that is': crlOf({ extensions: [extension(Oid.certificateIssuer, sequence(ISSUER), true)] }) },
    },
    'certificate-issuer-in-indirect': {
      bad: { 'a direct CRL': crlOf({ extensions: [extension(Oid.certificateIssuer, sequence(ISSUER), true)] }) },
      good: {
        'an indirect CRL': crl({
          entries: [entry({ extensions: [extension(Oid.certificateIssuer, sequence(ISSUER), true)] })],
          extensions: point(distributionPoint(flag(4))),
        }),
      },
    },
    'certificate-issuer-name': {
      bad: {
        'a URI': crlOf({ extensions: [extension(Oid.certificateIssuer, sequence(uri('http://ca.example')), true)] }),
      },
      good: { 'a name': crlOf({ extensions: [extension(Oid.certificateIssuer, sequence(ISSUER), true)] }) },
    },
    'default-not-written': {
      bad: {
        'version 1': crl({ version: integer(0) }),
        'critical FALSE': crl({ extensions: { [Oid.crlNumber]: notCritical(Oid.crlNumber, integer(5)) } }),
        'a flag': crl({ extensions: point(distributionPoint(flag(1, false))) }),
      },
      good: { none: crl(), 'a flag that is true': crl({ extensions: point(distributionPoint(flag(1))) }) },
    },
    'delta-indicator-critical': {
      bad: { 'one that is not': withExtension(Oid.deltaCrlIndicator, integer(3)) },
      good: { 'one that is': deltaCrl() },
    },
    'delta-number-order': {
      bad: {
        'the number of the base CRL': deltaCrl({
          extensions: { [Oid.crlNumber]: extension(Oid.crlNumber, integer(3)) },
        }),
      },
      good: {
        'the next': deltaCrl({ extensions: { [Oid.crlNumber]: extension(Oid.crlNumber, integer(4)) } }),
        'no delta': crl(),
      },
    },
    'entries-not-empty': { bad: { 'an empty list': crl({ entries: [] }) }, good: { none: crl({ entries: null }) } },
    'entries-unique': {
      bad: {
        'one after the other': crl({ entries: [entry(), entry()] }),
        'with another between': crl({ entries: [entry(), entry({ serial: integer(8) }), entry()] }),
        'one after the other, late in the list': crl({
          entries: [...manyEntries(5000), ...manyEntries(5000).slice(-1)],
        }),
      },
      good: {
        different: crl({ entries: [entry(), entry({ serial: integer(8) })] }),
        'of two issuers': crl({
          entries: [entry(), entry({ extensions: [extension(Oid.certificateIssuer, sequence(ISSUER), true)] })],
        }),
      },
    },
    'entry-date-form': {
      bad: {
        'a month too many': crlOf({ date: utcTime('261331120000Z') }),
        'no leap year': crlOf({ date: utcTime('230229120000Z') }),
        'no seconds': crlOf({ date: utcTime('2610311200Z') }),
        fractions: crlOf({ date: generalizedTime('20501031120000.5Z') }),
        letters: crlOf({ date: utcTime('26103112000aZ') }),
        'no Z': crlOf({ date: utcTime('2610311200000') }),
        'hour 24': crlOf({ date: utcTime('261031240000Z') }),
        'day 0': crlOf({ date: utcTime('261000120000Z') }),
      },
      good: {
        'a leap year': crlOf({ date: utcTime('240229120000Z') }),
        'after 2049': crlOf({ date: generalizedTime('20501031120000Z') }),
        'the last second': crlOf({ date: utcTime('251231235959Z') }),
      },
    },
    'entry-date-not-after-this-update': {
      bad: { 'a second later': crlOf({ date: utcTime('261101000001Z') }) },
      good: { 'the same second': crlOf({ date: utcTime('261101000000Z') }) },
    },
    'entry-date-plausible': {
      bad: { 1998: crlOf({ date: utcTime('981231235959Z') }), 1951: crlOf({ date: utcTime('510101000000Z') }) },
      good: { 1999: crlOf({ date: utcTime('990101000000Z') }) },
    },
    'entry-date-type': {
      bad: { 'a GeneralizedTime': crlOf({ date: generalizedTime('20261031120000Z') }) },
      good: { 'a UTCTime': crl(), 'after 2049': crlOf({ date: generalizedTime('20501031120000Z') }) },
    },
    'entry-default-not-written': {
      bad: { 'critical FALSE': crlOf({ extensions: [notCritical(Oid.reasonCode, element(0x0a, Uint8Array.of(1)))] }) },
      good: { none: crlOf({ extensions: [reason(1)] }) },
    },
    'entry-extension-value': {
      bad: { 'an INTEGER': crlOf({ extensions: [extension(Oid.reasonCode, integer(1))] }) },
      good: { 'an ENUMERATED': crlOf({ extensions: [reason(1)] }) },
    },
    'entry-extensions-not-empty': {
      bad: { 'an empty list': crlOf({ extensions: [] }) },
      good: { none: crl(), one: crlOf({ extensions: [reason(1)] }) },
    },
    'entry-extensions-unique': {
      bad: { 'two reasons': crlOf({ extensions: [reason(1), reason(1)] }) },
      good: { one: crlOf({ extensions: [reason(1)] }) },
    },
    'entry-serial-number-length': {
      bad: { '21 octets': crlOf({ serial: integer(Buffer.alloc(21, 1)) }) },
      good: { '20 octets': crlOf({ serial: integer(Buffer.alloc(20, 1)) }) },
    },
    'entry-serial-number-positive': {
      bad: {
        zero: crlOf({ serial: integer(0) }),
        negative: crlOf({ serial: integer(Uint8Array.of(0x80, 1)) }),
        'no octets': crlOf({ serial: integer(new Uint8Array()) }),
      },
      good: { one: crlOf({ serial: integer(1) }), 'the high bit': crlOf({ serial: integer(Uint8Array.of(0, 0x80)) }) },
    },
    'expired-certs-date': {
      bad: {
        later: withExtension(Oid.expiredCertsOnCrl, generalizedTime('20261101000001Z')),
        'without seconds': withExtension(Oid.expiredCertsOnCrl, generalizedTime('202611010000Z')),
      },
      good: { earlier: withExtension(Oid.expiredCertsOnCrl, generalizedTime('20260101000000Z')) },
    },
    'expired-certs-not-critical': criticality(Oid.expiredCertsOnCrl, generalizedTime('20260101000000Z'), false),
    'extension-value': {
      bad: { 'a NULL': withExtension(Oid.crlNumber, NULL) },
      good: { 'an INTEGER': crl() },
    },
    'extensions-not-empty': {
      bad: { 'an empty list': crl({ extensionsField: explicit(0, sequence()) }) },
      good: { none: crl({ extensionsField: new Uint8Array() }), some: crl() },
    },
    'freshest-crl-names-only': {
      bad: {
        reasons: withExtension(
          Oid.freshestCrl,
          sequence(sequence(explicit(0, explicit(0, uri('http://a.example'))), implicit(1, Uint8Array.of(1, 2)))),
        ),
        'no name': withExtension(Oid.freshestCrl, sequence(sequence())),
      },
      good: { 'a name': withExtension(Oid.freshestCrl, FRESHEST) },
    },
    'freshest-crl-not-in-delta': {
      bad: { 'a delta CRL': deltaCrl({ extensions: { [Oid.freshestCrl]: extension(Oid.freshestCrl, FRESHEST) } }) },
      good: { 'a base CRL': withExtension(Oid.freshestCrl, FRESHEST) },
    },
    'invalidity-date-form': {
      bad: { 'without seconds': crlOf({ extensions: [invalidity('202610310000Z')] }) },
      good: { 'with seconds': crlOf({ extensions: [invalidity('20261031000000Z')] }) },
    },
    'invalidity-date-not-critical': {
      bad: { 'one that is': crlOf({ extensions: [invalidity('20261031000000Z', true)] }) },
      good: { 'one that is not': crlOf({ extensions: [invalidity('20261031000000Z')] }) },
    },
    'issuing-distribution-point-address': {
      bad: {
        'a path': crl({ extensions: point(sequence(explicit(0, explicit(0, uri('/ca.crl'))))) }),
        'no names': crl({ extensions: point(sequence(explicit(0, explicit(0)))) }),
      },
      good: { HTTP: crl({ extensions: point(distributionPoint()) }) },
    },
    'issuing-distribution-point-critical': criticality(Oid.issuingDistributionPoint, distributionPoint(), true),
    'issuing-distribution-point-not-empty': {
      bad: { 'an empty sequence': crl({ extensions: point(sequence()) }) },
      good: { 'an address': crl({ extensions: point(distributionPoint()) }) },
    },
    'issuing-distribution-point-scope': {
      bad: { 'users and CAs': crl({ extensions: point(distributionPoint(flag(1), flag(2))) }) },
      good: { CAs: crl({ extensions: point(distributionPoint(flag(2))) }) },
    },
    'next-update-order': {
      bad: { 'the same second': crl({ nextUpdate: utcTime('261101000000Z') }) },
      good: { 'a second later': crl({ nextUpdate: utcTime('261101000001Z') }) },
    },
    'next-update-present': { bad: { none: crl({ nextUpdate: new Uint8Array() }) }, good: { one: crl() } },
    'number-not-critical': criticality(Oid.crlNumber, integer(5), false),
    'number-present': {
      bad: { none: crl({ extensions: { [Oid.crlNumber]: undefined } }) },
      good: { one: crl() },
    },
    'number-range': {
      bad: {
        negative: withExtension(Oid.crlNumber, integer(Uint8Array.of(0x80))),
        '21 octets': withExtension(Oid.crlNumber, integer(Buffer.alloc(21, 1))),
      },
      good: {
        zero: withExtension(Oid.crlNumber, integer(0)),
        '20 octets': withExtension(Oid.crlNumber, integer(Buffer.alloc(20, 1))),
      },
    },
    'reason-code-not-critical': {
      bad: { 'one that is': crlOf({ extensions: [reason(1, true)] }) },
      good: { 'one that is not': crlOf({ extensions: [reason(1)] }) },
    },
    'reason-code-unspecified': {
      bad: { unspecified: crlOf({ extensions: [reason(0)] }) },
      good: { keyCompromise: crlOf({ extensions: [reason(1)] }) },
    },
    'reason-code-value': {
      bad: { 7: crlOf({ extensions: [reason(7)] }), 11: crlOf({ extensions: [reason(11)] }) },
      good: { 6: crlOf({ extensions: [reason(6)] }), 10: crlOf({ extensions: [reason(10)] }) },
    },
    'remove-from-crl-in-delta': {
      bad: { 'a base CRL': crlOf({ extensions: [reason(8)] }) },
      good: { 'a delta CRL': deltaCrl({ entries: [entry({ extensions: [reason(8)] })] }) },
    },
    'time-form': {
      bad: {
        'no seconds': crl({ thisUpdate: utcTime('2611010000Z') }),
        fractions: crl({ nextUpdate: generalizedTime('20500101000000.5Z') }),
      },
      good: { both: crl() },
    },
    'time-type': {
      bad: { 'a GeneralizedTime': crl({ thisUpdate: generalizedTime('20261101000000Z') }) },
      good: { 'from 2050 on': crl({ nextUpdate: generalizedTime('20500101000000Z') }) },
    },
    'version-2': {
      bad: { 'version 1': crl({ version: new Uint8Array() }), 'version 3': crl({ version: integer(2) }) },
      good: { 'version 2': crl() },
    },
  };
}

describe('lint of CRLs', () => {
  it('finds nothing in CRLs that keep the rules, whole or to be signed', () => {
    for (const tbs of [crl(), deltaCrl(), crl({ entries: null }), crl({ entries: manyEntries(300) })]) {
      assert.deepEqual(lintToBeSignedCrl(tbs, { requirements: [] }), []);
      assert.deepEqual(lintCrl(signedCrl(tbs)), []);
    }
  });

  it('finds the same in octets that come by one, by seven, and at once', () => {
    const entries = [
      entry({ serial: integer(0) }),
      ...manyEntries(40),
      entry({ extensions: [reason(7)] }),
      entry({ date: generalizedTime('20261031120000Z') }),
      entry({ serial: integer(Buffer.alloc(130, 1)) }),
      entry(),
      entry(),
    ];
    const whole = signedCrl(crl({ entries }));
    const expected = lintCrl(whole);
    assert.deepEqual(
      expected.map(({ rule }) => rule),
      [
        'crl/entries-unique',
        'crl/entries-unique',
        'crl/entries-unique',
        'crl/entry-serial-number-positive',
        'crl/reason-code-value',
        'crl/entry-date-type',
        'crl/entry-serial-number-length',
      ],
    );
    for (const size of [1, 7]) {
      const lint = new CrlLint('CertificateList');
      for (let at = 0; at < whole.length; at += size) {
        const chunk = Uint8Array.from(whole.subarray(at, at + size));
        lint.update(chunk);
        // What comes next may be written over it.
        chunk.fill(0);
      }
      assert.deepEqual(lint.finish(), expected);
    }
  });

  it('names the first entries with a defect, and counts the others', () => {
    const findings = lintToBeSignedCrl(crl({ entries: manyEntries(1000, [reason(7)]) }));
    assert.deepEqual(
      findings.map(({ message }) => message),
      [
        'the entry of 1000: the reason 7 does not exist; 0 through 6 and 8 through 10 do',
        'the entry of 1001: the reason 7 does not exist; 0 through 6 and 8 through 10 do',
        'the entry of 1002: the reason 7 does not exist; 0 through 6 and 8 through 10 do',
        '997 more entries have the same defect',
      ],
    );
  });

  it('tells of octets that are not a CRL, wherever they end', () => {
    const whole = signedCrl(crl({ entries: manyEntries(3) }));
    for (let length = 0; length < whole.length; length++) {
      const [first] = lintCrl(whole.subarray(0, length));
      assert.equal(first?.rule, 'crl/readable', `${length} octets`);
    }
    for (const octets of [Buffer.concat([whole, Uint8Array.of(0)]), Buffer.from('text'), crl(), Buffer.alloc(100_000)])
      assert.deepEqual(
        lintCrl(octets).map(({ rule }) => rule),
        ['crl/readable'],
      );
  });

  it('never throws, whichever octet is another', () => {
    const whole = signedCrl(crl({ entries: [entry({ extensions: [reason(1)] }), entry()] }));
    for (let at = 0; at < whole.length; at++)
      for (const octet of [0, 1, 0x30, 0x7f, 0x80, 0x84, 0xff]) {
        const damaged = Uint8Array.from(whole);
        damaged[at] = octet;
        assert.ok(Array.isArray(lintCrl(damaged)));
      }
  });

  it('holds the rules of certificates that are those of CRLs as well', () => {
    const rules = (octets: Uint8Array) => lintCrl(octets).map(({ rule }) => rule);
    assert.deepEqual(rules(signedCrl(crl(), { by: algorithm('1.2.840.10045.4.3.3') })), [
      'rfc5280/signature-algorithms-equal',
    ]);
    assert.deepEqual(
      rules(signedCrl(crl({ entries: [Buffer.from('30810502010717', 'hex'), entry()] })))[0],
      'crl/readable',
    );
    assert.deepEqual(rules(signedCrl(crlOf({ serial: integer(Uint8Array.of(0, 5)) }))), ['rfc5280/minimal-integer']);
  });
});

/** Entries with the serial numbers from 0x1000 on. */
function manyEntries(count: number, extensions?: readonly Uint8Array[]): readonly Uint8Array[] {
  return Array.from({ length: count }, (_, n) =>
    entry({ serial: integer(0x1000 + n), ...(extensions && { extensions }) }),
  );
}

function withExtension(type: string, value: Uint8Array, critical = false): Uint8Array {
  return crl({ extensions: { [type]: extension(type, value, critical) } });
}

function criticality(type: string, value: Uint8Array, critical: boolean): RuleCase {
  return {
    bad: { [`critical ${!critical}`]: withExtension(type, value, !critical) },
    good: { [`critical ${critical}`]: withExtension(type, value, critical) },
  };
}

function withAccess(method: string, location: Uint8Array): Uint8Array {
  return withExtension(Oid.authorityInfoAccess, sequence(sequence(oid(method), location)));
}

function point(value: Uint8Array): Readonly<Record<string, Uint8Array>> {
  return { [Oid.issuingDistributionPoint]: extension(Oid.issuingDistributionPoint, value, true) };
}

function invalidity(date: string, critical = false): Uint8Array {
  return extension(Oid.invalidityDate, generalizedTime(date), critical);
}

/** An extension that writes the default of `critical`. */
function notCritical(type: string, value: Uint8Array): Uint8Array {
  return sequence(oid(type), boolean(false), octetString(value));
}
