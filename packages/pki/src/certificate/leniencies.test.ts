import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { signatureAlgorithmByName } from '../algorithm/index.ts';
import { Crl } from '../crl/index.ts';
import { type DerWriter, oid, Tag, writeDer } from '../der/index.ts';
import { DistinguishedName } from '../name/index.ts';
import { CertificationRequest } from '../request/index.ts';
import { Certificate } from './certificate.ts';
import { leniencies } from './leniencies.ts';

type Part = (writer: DerWriter) => unknown;

const NAME: Part = (writer) => writer.raw(DistinguishedName.parse('CN=Some CA').der);
const ALGORITHM: Part = (writer) => writer.raw(signatureAlgorithmByName('SHA256WithRSA').der);
const ED25519: Part = (writer) =>
  writer.sequence(() => writer.sequence(() => writer.oid(oid('1.3.101.112'))).bitString(new Uint8Array(32)));
const SIGNATURE: Part = (writer) => writer.bitString(new Uint8Array(4));
const TIME = 1_700_000_000;

describe('what others get wrong', () => {
  const version =
    (number: number): Part =>
    (writer) =>
      writer.explicit(0, () => writer.integer(number));
  const extensions =
    (...each: Part[]): Part =>
    (writer) =>
      writer.sequence(() => each.forEach((write) => write(writer)));
  const extension: Part = (writer) => writer.sequence(() => writer.oid(oid('1.2.3')).octetString(new Uint8Array(2)));
  const defaultCritical: Part = (writer) =>
    writer.sequence(() => writer.oid(oid('1.2.3')).boolean(false).octetString(new Uint8Array(2)));
  const entry =
    (...parts: Part[]): Part =>
    (writer) =>
      writer.sequence(() => writer.sequence(() => parts.forEach((write) => write(writer))));
  const unsorted: Part = (writer) =>
    writer.sequence(() =>
      writer.constructed(Tag.set, () => {
        for (const [type, text] of [
          ['2.5.4.11', 'b'],
          ['2.5.4.3', 'a'],
        ] as const) {
          writer.sequence(() => writer.oid(oid(type)).utf8String(text));
        }
      }),
    );
  const attribute =
    (arc: number): Part =>
    (writer) =>
      writer.sequence(() => writer.oid(oid(`1.2.${arc}`)).setOf([]));

  const cases: [
    keyof typeof leniencies,
    string,
    () => { departures: readonly string[] },
    (lenient: boolean) => unknown,
  ][] = [];
  const add = (
    leniency: keyof typeof leniencies,
    what: string,
    read: (lenient: boolean) => { departures: readonly string[] },
  ) => cases.push([leniency, what, () => read(true), (lenient) => read(lenient)]);
  const certificate = (changes: Partial<CertificateParts>) => (lenient: boolean) =>
    Certificate.parse(certificateOf(changes), { lenient });
  const crl = (changes: Partial<CrlParts>) => (lenient: boolean) => {
    const list = Crl.parse(crlOf(changes), { lenient });
    assert.ok([...list.entries()].length <= 1);
    return list;
  };
  const request = (attributes: Part) => (lenient: boolean) =>
    CertificationRequest.parse(requestOf(attributes), { lenient });

  add('serial-number-not-positive', 'the serial number zero', certificate({ serial: (writer) => writer.integer(0) }));
  add(
    'serial-number-not-positive',
    'a negative serial number',
    certificate({ serial: (writer) => writer.integer(-1) }),
  );
  add(
    'serial-number-too-long',
    'a serial number of 21 octets',
    certificate({ serial: (writer) => writer.integer(1n << 160n) }),
  );
  add(
    'generalized-time-before-2050',
    'a certificate',
    certificate({ notBefore: (writer) => writer.generalizedTime(TIME) }),
  );
  add('default-encoded', 'version 1', certificate({ version: version(0), extensions: () => {} }));
  add('default-encoded', 'critical FALSE', certificate({ extensions: extensions(defaultCritical) }));
  add(
    'algorithm-parameters',
    'RSA without NULL',
    certificate({ algorithm: (writer) => writer.sequence(() => writer.oid(oid('1.2.840.113549.1.1.11'))) }),
  );
  add(
    'extensions-before-version-3',
    'version 2',
    certificate({ version: version(1), extensions: extensions(extension) }),
  );
  add(
    'extensions-before-version-3',
    'version 1',
    certificate({ version: () => {}, extensions: extensions(extension) }),
  );
  add('empty-extensions', 'a certificate', certificate({ extensions: extensions() }));
  add(
    'unique-identifier',
    'the issuer',
    certificate({ uniqueId: (writer) => writer.bitString(Uint8Array.of(1), 0, 0x81) }),
  );
  add(
    'unique-identifier',
    'the subject',
    certificate({ uniqueId: (writer) => writer.bitString(Uint8Array.of(1), 0, 0x82) }),
  );
  add('unsorted-name', 'a subject', certificate({ subject: unsorted }));
  add(
    'signature-bits',
    'a certificate',
    certificate({ signature: (writer) => writer.bitString(new Uint8Array(4), 3) }),
  );
  add('empty-issuer', 'a certificate', certificate({ issuer: (writer) => writer.sequence(() => {}) }));
  add('empty-revoked-certificates', 'a CRL', crl({ entries: (writer) => writer.sequence(() => {}) }));
  add('crl-version', 'extensions of the list', crl({ version: () => {}, extensions: extensions(extension) }));
  add(
    'crl-version',
    'extensions of an entry',
    crl({
      version: () => {},
      entries: entry(
        (w) => w.integer(1),
        (w) => w.time(TIME),
        extensions(extension),
      ),
    }),
  );
  add('next-update-missing', 'a CRL', crl({ nextUpdate: () => {} }));
  add(
    'serial-number-not-positive',
    'an entry',
    crl({
      entries: entry(
        (w) => w.integer(-5),
        (w) => w.time(TIME),
      ),
    }),
  );
  add(
    'attributes-missing',
    'a request',
    request(() => {}),
  );
  add(
    'unsorted-attribute-set',
    'attributes of a request',
    request((writer) => writer.constructed(0xa0, () => [attribute(2), attribute(1)].forEach((write) => write(writer)))),
  );
  add(
    'unsorted-attribute-set',
    'values of an attribute',
    request((writer) =>
      writer.constructed(0xa0, () =>
        writer.sequence(() => writer.oid(oid('1.2.3')).constructed(Tag.set, () => writer.integer(2).integer(1))),
      ),
    ),
  );

  for (const [leniency, what, readLeniently, read] of cases) {
    it(`is read and noted: ${leniency} (${what})`, () => assert.deepEqual(readLeniently().departures, [leniency]));
    it(`is refused of our own: ${leniency} (${what})`, () => {
      assert.throws(() => read(false), { code: 'x509.nonconforming', leniency });
    });
  }

  it('is listed only where a case shows it', () => {
    assert.deepEqual(new Set(cases.map(([leniency]) => leniency)), new Set(Object.keys(leniencies)));
  });
});

describe('what is refused of everyone', () => {
  it('a signature algorithm inside that differs from the one outside (RFC 5280 §4.1.1.2)', () => {
    const other: Part = (writer) => writer.raw(signatureAlgorithmByName('SHA384WithRSA').der);
    assert.throws(() => Certificate.parse(certificateOf({ innerAlgorithm: other })), {
      code: 'x509.algorithm_mismatch',
    });
    assert.throws(() => Crl.parse(crlOf({ innerAlgorithm: other })), { code: 'x509.algorithm_mismatch' });
  });

  it('an extension that stands twice (RFC 5280 §4.2)', () => {
    const twice: Part = (writer) =>
      writer.sequence(() => {
        for (let i = 0; i < 2; i++) writer.sequence(() => writer.oid(oid('1.2.3')).octetString(Uint8Array.of(i)));
      });
    assert.throws(() => Certificate.parse(certificateOf({ extensions: twice })), { code: 'x509.duplicate_extension' });
  });

  it('a version that is not defined', () => {
    const version: Part = (writer) => writer.explicit(0, () => writer.integer(3));
    assert.throws(() => Certificate.parse(certificateOf({ version })), { code: 'x509.bad_version' });
    assert.throws(() => Crl.parse(crlOf({ version: (writer) => writer.integer(2) })), { code: 'x509.bad_version' });
  });

  it('a unique identifier in version 1 (RFC 5280 §4.1.2.8)', () => {
    const uniqueId: Part = (writer) => writer.bitString(Uint8Array.of(1), 0, 0x81);
    const der = certificateOf({ version: () => {}, extensions: () => {}, uniqueId });
    assert.throws(() => Certificate.parse(der), { code: 'x509.bad_version' });
  });
});

it('gives a serial number that is not one of ours as text only', () => {
  const certificate = Certificate.parse(certificateOf({ serial: (writer) => writer.integer(-255) }));
  assert.equal(certificate.serialNumberText, '-FF');
  assert.throws(() => certificate.serialNumber, { code: 'serial.not_positive' });
});

interface CertificateParts {
  readonly version: Part;
  readonly serial: Part;
  readonly algorithm: Part;
  readonly innerAlgorithm: Part | undefined;
  readonly issuer: Part;
  readonly notBefore: Part;
  readonly subject: Part;
  readonly uniqueId: Part;
  readonly signature: Part;
  readonly extensions: Part;
}

function certificateOf(changes: Partial<CertificateParts>): Uint8Array {
  const parts: CertificateParts = {
    version: (writer) => writer.explicit(0, () => writer.integer(2)),
    serial: (writer) => writer.integer(77),
    algorithm: ALGORITHM,
    innerAlgorithm: undefined,
    issuer: NAME,
    notBefore: (writer) => writer.time(TIME),
    subject: NAME,
    uniqueId: () => {},
    extensions: () => {},
    signature: SIGNATURE,
    ...changes,
  };
  const content: Part = (writer) => {
    parts.version(writer);
    parts.serial(writer);
    (parts.innerAlgorithm ?? parts.algorithm)(writer);
    parts.issuer(writer);
    writer.sequence(() => {
      parts.notBefore(writer);
      writer.time(TIME + 1);
    });
    parts.subject(writer);
    ED25519(writer);
    parts.uniqueId(writer);
    optionalExplicit(writer, 3, parts.extensions);
  };
  return signed(parts.algorithm, content, parts.signature);
}

interface CrlParts {
  readonly version: Part;
  readonly innerAlgorithm: Part;
  readonly nextUpdate: Part;
  readonly entries: Part;
  readonly extensions: Part;
}

function crlOf(changes: Partial<CrlParts>): Uint8Array {
  const parts: CrlParts = {
    version: (writer) => writer.integer(1),
    innerAlgorithm: ALGORITHM,
    nextUpdate: (writer) => writer.time(TIME + 1),
    entries: () => {},
    extensions: () => {},
    ...changes,
  };
  return signed(ALGORITHM, (writer) => {
    parts.version(writer);
    parts.innerAlgorithm(writer);
    NAME(writer);
    writer.time(TIME);
    parts.nextUpdate(writer);
    parts.entries(writer);
    optionalExplicit(writer, 0, parts.extensions);
  });
}

function requestOf(attributes: Part): Uint8Array {
  return signed(ALGORITHM, (writer) => {
    writer.integer(0);
    NAME(writer);
    ED25519(writer);
    attributes(writer);
  });
}

function signed(algorithm: Part, content: Part, signature: Part = SIGNATURE): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.sequence(() => content(writer));
      algorithm(writer);
      signature(writer);
    }),
  );
}

function optionalExplicit(writer: DerWriter, number: number, write: Part): void {
  if (writeDer((probe) => write(probe)).length > 0) writer.explicit(number, () => write(writer));
}
