import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bitString,
  element,
  explicit,
  implicit,
  integer,
  NULL,
  printable,
  sequence,
  utcTime,
  utf8,
} from '../../test/der.ts';
import { authority, codeSigner, extension, leaf, mail, name, Oid } from '../../test/tbs-certificate.ts';
import { Element } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { CertificateUnderLint } from '../certificate/certificate-under-lint.ts';
import { basicConstraints } from '../certificate/extensions/basic-constraints.ts';
import { keyUsage } from '../certificate/extensions/key-usage.ts';
import { subjectAltName } from '../certificate/extensions/subject-alt-name.ts';
import { lintCertificate, lintToBeSignedCertificate, type Requirements } from '../lint-certificate.ts';
import { type RuleSet, ruleSet } from '../rule.ts';
import { type CertificateRule, certificateRule } from '../rules/certificate-rule.ts';

const OF_A = { subject: name([Oid.commonName, utf8('a')]) };

describe('findings that are kept', () => {
  const cases: Readonly<Record<Requirements, readonly Uint8Array[]>> = {
    TLS: [leaf(), authority()],
    SMIME: [mail()],
    CODE_SIGNING: [codeSigner()],
  };
  for (const [requirements, certificates] of Object.entries(cases))
    it(`are those of each certificate of which any octet differs, by ${requirements}`, () => {
      const options = { requirements: [requirements as Requirements] };
      for (const octets of certificates) {
        for (let at = 0; at < octets.length; at++) {
          for (const difference of [0x01, 0x20, 0x80]) {
            const changed = Uint8Array.from(octets);
            changed[at]! ^= difference;
            const found = lintToBeSignedCertificate(changed, options);
            const right = lintCertificate(signed(changed), options);
            if (found[0]?.rule === 'rfc5280/readable') assert.equal(right[0]?.rule, 'rfc5280/readable');
            else assert.deepEqual(found, right, `octet ${at}`);
          }
          lintToBeSignedCertificate(octets, options);
        }
      }
    });

  it('are not mixed up by the order of what rules look at', () => {
    const unlike = extension(Oid.keyUsage, bitString(Uint8Array.of(0), 0), true);
    const inOrder = leaf({ extensions: { [Oid.keyUsage]: unlike }, subject: name([Oid.commonName, utf8('a')]) });
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(lintToBeSignedCertificate(leaf()), []);
      assert.deepEqual(lintToBeSignedCertificate(inOrder), lintCertificate(signed(inOrder)));
    }
  });
});

describe('common parts', () => {
  it('do not change with the octets that they were read from', () => {
    const issuer = name([Oid.commonName, utf8('overwritten')]);
    const octets = Buffer.from(leaf({ issuer }));
    const first = CertificateUnderLint.toBeSigned(octets);
    assert.deepEqual(first.value(keyUsage)?.octets, Uint8Array.of(0x80));
    octets.fill(0xff);
    const second = CertificateUnderLint.toBeSigned(leaf({ issuer }));
    assert.deepEqual(Buffer.from(second.issuer.element.raw), Buffer.from(issuer));
    assert.deepEqual(second.value(keyUsage)?.octets, Uint8Array.of(0x80));
  });

  const a = leaf(OF_A);
  const b = leaf({ subject: name([Oid.commonName, utf8('b')]) });

  it('have a rule run once that reads nothing else, and any other for each certificate', () => {
    const runs = { common: 0, own: 0 };
    const common = rule('common', (certificate) => {
      runs.common += 1;
      return certificate.value(keyUsage) === undefined ? undefined : 'found';
    });
    const [before, after] = ['before', 'own'].map((name) =>
      rule(name, ({ subject }) => {
        runs.own += 1;
        return subject.attributes[0]!.text;
      }),
    );
    const set = ruleSet([before!, common, after!]);
    const messages = [a, b, a].map((octets) => run(octets, set, 0).map(({ message }) => message));
    assert.deepEqual(messages, [
      ['a', 'found', 'a'],
      ['b', 'found', 'b'],
      ['a', 'found', 'a'],
    ]);
    assert.deepEqual(runs, { common: 1, own: 6 });
  });

  it('have rules run again when others hold at the time of issuance', () => {
    const dated = certificateRule({ ...rule('dated', () => 'found'), from: '2020-01-01', until: '2021-01-01' });
    const set = ruleSet([dated]);
    const found = ['2019-12-31', '2020-01-01', '2020-12-31', '2021-01-01', '2020-06-01'].map(
      (day) => run(a, set, Date.parse(day) / 1000).length,
    );
    assert.deepEqual(found, [0, 1, 1, 0, 1]);
  });

  it('are only octets that a rule reads without a note', () => {
    const parts = {
      subject: { subject: name([Oid.commonName, utf8('c')]) },
      dates: { notAfter: utcTime('260201000000Z') },
      names: {
        extensions: {
          [Oid.subjectAltName]: extension(Oid.subjectAltName, sequence(implicit(2, Buffer.from('b.example'))), true),
        },
      },
    };
    for (const [what, own] of Object.entries(parts))
      assert.equal(commonParts(leaf({ ...OF_A, ...own })), commonParts(a), what);
    const usages = extension(Oid.keyUsage, bitString(Uint8Array.of(0x80), 7));
    for (const [what, common] of Object.entries({
      issuer: { issuer: name([Oid.commonName, utf8('c')]) },
      'a value': { extensions: { [Oid.keyUsage]: usages } },
      'the criticality of names': {
        extensions: { [Oid.subjectAltName]: extension(Oid.subjectAltName, sequence(), false) },
      },
      'attributes of the subject': { subject: name([Oid.localityName, utf8('a')]) },
      'kinds of names': {
        extensions: {
          [Oid.subjectAltName]: extension(Oid.subjectAltName, sequence(implicit(1, Buffer.from('a@b'))), true),
        },
      },
      'no names': { extensions: { [Oid.subjectAltName]: undefined } },
      'an empty list of names': {
        extensions: { [Oid.subjectAltName]: extension(Oid.subjectAltName, sequence(), true) },
      },
      'names that cannot be read': {
        extensions: { [Oid.subjectAltName]: extension(Oid.subjectAltName, integer(1), true) },
      },
      'a DNS name that is not plain': {
        extensions: {
          [Oid.subjectAltName]: extension(Oid.subjectAltName, sequence(implicit(2, Buffer.from('b_.example'))), true),
        },
      },
      'the type of text of an attribute': { subject: name([Oid.commonName, printable('a')]) },
      'an attribute that is not plain': { subject: name([Oid.commonName, utf8('a_')]) },
      'a long length': { serialNumber: Uint8Array.of(0x02, 0x81, 0x01, 0x01) },
      'an identifier of the issuer': { uniqueIdentifiers: implicit(1, Uint8Array.of(0, 1)) },
      'an identifier of the subject': { uniqueIdentifiers: implicit(2, Uint8Array.of(0, 1)) },
    }))
      assert.notEqual(commonParts(leaf({ ...OF_A, ...common })), commonParts(a), what);
  });

  it('tell an empty list of extensions from none', () => {
    const [none, empty] = [new Uint8Array(), explicit(3, sequence())].map((extensionsField) =>
      leaf({ extensionsField }),
    );
    assert.notEqual(commonParts(none!), commonParts(empty!));
  });

  it('are without a defect of the encoding that cannot be told', () => {
    const [readable, unreadable] = [NULL, NULL.subarray(1)].map((content) =>
      leaf({ subject: name([Oid.commonName, element(0x30, content)]) }),
    );
    assert.notEqual(commonParts(unreadable!), commonParts(readable!));
    const certificate = CertificateUnderLint.toBeSigned(unreadable!);
    for (let time = 0; time < 2; time++) {
      certificate.reads.own = false;
      assert.throws(() => certificate.encoding, MalformedError);
      assert.equal(certificate.reads.own, true);
    }
  });

  it('are not kept of one that is signed, names itself as its issuer, or is very large', () => {
    const self = name([Oid.commonName, utf8('self')]);
    assert.equal(CertificateUnderLint.whole(signed(a)).commonParts, undefined);
    assert.equal(commonParts(leaf({ issuer: self, subject: self })), undefined);
    assert.equal(commonParts(leaf({ issuer: name([Oid.commonName, utf8('a'.repeat(5000))]) })), undefined);
  });

  const own: Readonly<Record<string, (certificate: CertificateUnderLint) => unknown>> = {
    serialNumber: ({ serialNumber }) => serialNumber,
    notBefore: ({ notBefore }) => notBefore,
    notAfter: ({ notAfter }) => notAfter,
    'the element of the subject': ({ subject }) => subject.element,
    'a text of the subject': ({ subject }) => subject.attributes[0]!.text,
    'a value of the subject': ({ subject }) => subject.attributes[0]!.value,
    'the element of an attribute of the subject': ({ subject }) => subject.attributes[0]!.element,
    alternativeNames: ({ alternativeNames }) => alternativeNames,
    dnsNames: ({ dnsNames }) => dnsNames,
    'alternative names of a kind': (certificate) => certificate.alternativeNamesOf('dNSName'),
    'the octets of the key': ({ publicKey }) => publicKey.octets,
    'the unused bits of the key': ({ publicKey }) => publicKey.unusedBits,
    'the element of the key': ({ publicKey }) => publicKey.element,
    'a value': (certificate) => certificate.value(subjectAltName),
    'the octets of a value': (certificate) => certificate.extension(subjectAltName)?.value,
    'the element of a value': ({ extensions }) => extensions.element(subjectAltName),
    'one of all': ({ extensions: { all } }) => all.map(({ value }) => value),
  };
  for (const [what, read] of Object.entries(own))
    it(`are read with a note beside: ${what}, each time`, () => {
      const certificate = CertificateUnderLint.toBeSigned(a);
      for (let time = 0; time < 2; time++) {
        certificate.reads.own = false;
        read(certificate);
        assert.equal(certificate.reads.own, true);
      }
    });

  it('are read without a note', () => {
    const certificate = CertificateUnderLint.toBeSigned(leaf());
    const { reads, extensions } = certificate;
    void [certificate.version, certificate.issuer.attributes, certificate.publicKey.algorithm, certificate.isCa];
    void [certificate.subject.has(Oid.commonName), certificate.alternativeNamesOf('iPAddress')];
    void [certificate.pointingUris, certificate.value(keyUsage), extensions.all.map(({ critical }) => critical)];
    void [
      certificate.extension(subjectAltName)?.critical,
      extensions.value(basicConstraints),
      extensions.has(keyUsage),
    ];
    void [certificate.encoding, certificate.hasExtensions, certificate.issuerUniqueId, certificate.subjectUniqueId];
    void [certificate.unusualDnsNames, certificate.unusualTextNames, certificate.subject.unusualAttributes];
    void [extensions.defect(subjectAltName), extensions.isEmpty(subjectAltName)];
    assert.equal(reads.own, false);
  });

  it('are without what is noted of one with unusual parts', () => {
    const names = extension(Oid.subjectAltName, sequence(implicit(2, Buffer.from('b_.example'))), true);
    const unusual = leaf({ subject: name([Oid.commonName, utf8('a_')]), extensions: { [Oid.subjectAltName]: names } });
    const unreadable = leaf({ extensions: { [Oid.subjectAltName]: extension(Oid.subjectAltName, integer(1), true) } });
    for (const [octets, read] of [
      [unusual, ({ unusualDnsNames }) => unusualDnsNames],
      [unusual, ({ unusualTextNames }) => unusualTextNames],
      [unusual, ({ subject }) => subject.unusualAttributes.map(({ text }) => text)],
      [unreadable, ({ extensions }) => extensions.defect(subjectAltName)],
    ] satisfies [Uint8Array, (certificate: CertificateUnderLint) => unknown][]) {
      const certificate = CertificateUnderLint.toBeSigned(octets);
      read(certificate);
      assert.equal(certificate.reads.own, true);
    }
  });
});

function rule(last: string, check: CertificateRule['check']): CertificateRule {
  return certificateRule({ name: `test/${last}`, clause: 'none', level: 'error', check });
}

function run(octets: Uint8Array, set: RuleSet<CertificateUnderLint>, at: number) {
  const certificate = CertificateUnderLint.toBeSigned(octets);
  return certificate.commonParts!.run(set, certificate, at);
}

function commonParts(octets: Uint8Array) {
  return CertificateUnderLint.toBeSigned(octets).commonParts;
}

/** A whole certificate with these octets, whose findings are not kept. */
function signed(octets: Uint8Array): Uint8Array {
  return sequence(octets, algorithmOf(octets), bitString(new Uint8Array(64)));
}

/** The algorithm inside; of octets that cannot be read, that of a leaf. */
function algorithmOf(octets: Uint8Array): Uint8Array {
  try {
    return CertificateUnderLint.toBeSigned(octets).algorithm.element.raw;
  } catch {
    return Element.only(leaf()).children[2]!.raw;
  }
}
