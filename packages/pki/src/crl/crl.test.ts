import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { signatureAlgorithmByName } from '../algorithm/index.ts';
import { oid, writeDer } from '../der/index.ts';
import { certificateIssuer } from '../extension/certificate-issuer.ts';
import { crlNumber } from '../extension/crl-number.ts';
import { findExtension, makeExtension } from '../extension/extension.ts';
import { invalidityDate } from '../extension/invalidity-date.ts';
import { reasonCode, type RevocationReason, REVOCATION_REASONS } from '../extension/reason-code.ts';
import { DistinguishedName } from '../name/index.ts';
import { parsePublicKey } from '../public-key/index.ts';
import { serialNumberFromHex, serialNumberToBytes } from '../serial-number.ts';
import { Crl } from './crl.ts';
import { type CrlEntryFields, CrlEntryWriter, encodeCrlEntry } from './crl-entry.ts';
import { assembleCrl, encodeTbsCrl, type TbsCrl } from './tbs-crl.ts';

const keys = generateKeyPairSync('ed25519');
const publicKey = parsePublicKey(new Uint8Array(keys.publicKey.export({ format: 'der', type: 'spki' })));
const algorithm = signatureAlgorithmByName('Ed25519');
const issuer = DistinguishedName.parse('CN=Issuing CA,O=Example,C=SE');
const revoked: CrlEntryFields = { serialNumber: serialNumberFromHex('80FF'), revocationDate: 1_700_000_000 };

describe('a CRL that was built', () => {
  const crl = Crl.parse(build({ entries: [encodeCrlEntry({ ...revoked, reason: 'KEY_COMPROMISE' })] }), {
    lenient: false,
  });

  it('says what it was built from', () => {
    assert.equal(crl.version, 2);
    assert.equal(crl.signatureAlgorithm, algorithm);
    assert.deepEqual(crl.issuer.der, issuer.der);
    assert.equal(crl.thisUpdate, 1_700_000_000);
    assert.equal(crl.nextUpdate, 1_700_086_400);
    assert.equal(crl.extension(crlNumber), 9n);
    const [entry] = [...crl.entries()];
    assert.equal(entry?.serialNumberText, revoked.serialNumber);
    assert.equal(entry?.revocationDate, revoked.revocationDate);
    assert.equal(findExtension(entry.extensions, reasonCode), 'KEY_COMPROMISE');
  });

  it('is verified with the key that signed it and with no other', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
    assert.equal(crl.verify(publicKey), true);
    assert.equal(crl.verify(parsePublicKey(new Uint8Array(other))), false);
  });

  it('can be walked through more than once', () => {
    assert.equal([...crl.entries()].length, 1);
    assert.equal([...crl.entries()].length, 1);
  });

  it('leaves the list out when nothing is revoked (RFC 5280 §5.1.2.6)', () => {
    const der = build({ entries: [] });
    assert.deepEqual([...Crl.parse(der, { lenient: false }).entries()], []);
    assert.deepEqual(build({ entries: new CrlEntryWriter().finish() }), der);
  });

  it('is refused when an extension stands twice', () => {
    const extension = makeExtension(crlNumber, 1n, false);
    assert.throws(() => build({ extensions: [extension, extension] }), { code: 'x509.duplicate_extension' });
  });
});

describe('an entry', () => {
  const written = (fields: Partial<CrlEntryFields>): string => encodeCrlEntry({ ...revoked, ...fields }).toHex();

  it('is a serial number and a date when nothing else is known', () => {
    assert.equal(written({}), '301402030080ff170d3233313131343232313332305a');
  });

  it('leaves an unspecified reason out (RFC 5280 §5.3.1)', () => {
    assert.equal(written({ reason: 'UNSPECIFIED' }), written({}));
  });

  it('writes its date as GeneralizedTime from 2050', () => {
    assert.match(written({ revocationDate: 2_524_607_999 }), /170d3439313233313233353935395a$/);
    assert.match(written({ revocationDate: 2_524_608_000 }), /180f32303530303130313030303030305a$/);
  });

  it('refuses a date that is not a whole second, also of a day that was written before', () => {
    const writer = new CrlEntryWriter().add(revoked);
    assert.throws(() => writer.add({ ...revoked, revocationDate: revoked.revocationDate + 0.5 }), RangeError);
    assert.throws(() => writer.add({ ...revoked, revocationDate: Number.NaN }), RangeError);
  });

  it('writes the issuer of an indirect CRL as critical (RFC 5280 §5.3.3)', () => {
    const names = certificateIssuer.encode([{ type: 'directoryName', value: issuer }]);
    const entry = encodeCrlEntry({
      ...revoked,
      reason: 'SUPERSEDED',
      invalidityDate: 1_600_000_000,
      certificateIssuer: names,
    });
    const [read] = [...Crl.parse(build({ entries: [entry] }), { lenient: false }).entries()];
    assert.equal(findExtension(read!.extensions, reasonCode), 'SUPERSEDED');
    assert.equal(findExtension(read!.extensions, invalidityDate), 1_600_000_000);
    assert.equal(read!.extensions.find(({ oid }) => oid === certificateIssuer.oid)?.critical, true);
  });

  it('that is added after the others were taken leaves them alone', () => {
    const writer = new CrlEntryWriter().add(revoked);
    const first = writer.finish();
    const copies = first.map((chunk) => chunk.slice());
    const both = writer.add({ ...revoked, reason: 'SUPERSEDED' }).finish();
    assert.deepEqual(first, copies);
    assert.equal([...Crl.parse(build({ entries: both })).entries()].length, 2);
  });

  it('longer than a chunk gets a chunk of its own', () => {
    const names = writeDer((writer) => writer.sequence(() => writer.octetString(new Uint8Array(400), 0x86)));
    const chunks = new CrlEntryWriter(64)
      .add(revoked)
      .add({ ...revoked, certificateIssuer: names })
      .add(revoked)
      .finish();
    assert.deepEqual(
      chunks.map(({ length }) => length > 64),
      [false, true, false],
    );
    assert.equal([...Crl.parse(build({ entries: chunks })).entries()].length, 3);
  });
});

it('encodes the same from entries that it consumes, and gives their memory back', () => {
  const entries = () => new CrlEntryWriter(64).add(revoked).add(revoked).add(revoked).finish();
  const consumed = entries();
  assert.deepEqual(build({ entries: consumed }, { consumeEntries: true }), build({ entries: entries() }));
  assert.deepEqual(
    consumed.map(({ buffer }) => buffer.byteLength),
    consumed.map(() => 0),
  );
});

it('reads the entries that it wrote, whatever the size of the chunks', () => {
  const entry: fc.Arbitrary<CrlEntryFields> = fc.record(
    {
      serialNumber: fc.bigInt(1n, 2n ** 159n - 1n).map((number) => serialNumberFromHex(number.toString(16))),
      revocationDate: fc.integer({ min: -631_152_000, max: 253_402_300_799 }),
      reason: fc.constantFrom(...(Object.keys(REVOCATION_REASONS) as RevocationReason[]), undefined),
      invalidityDate: fc.option(fc.integer({ min: 0, max: 253_402_300_799 }), { nil: undefined }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), fc.integer({ min: 1, max: 300 }), (entries, chunkSize) => {
      const writer = new CrlEntryWriter(chunkSize);
      for (const each of entries) writer.add(each);
      const crl = Crl.parse(build({ entries: writer.finish() }), { lenient: false });
      const read = [...crl.entries()].map(({ serialNumberText, revocationDate, extensions }) => ({
        serialNumber: serialNumberText,
        revocationDate,
        reason: findExtension(extensions, reasonCode),
        invalidityDate: findExtension(extensions, invalidityDate),
      }));
      const expected = entries.map((each) => ({
        ...each,
        reason: each.reason === 'UNSPECIFIED' ? undefined : each.reason,
      }));
      assert.deepEqual(read, expected);
    }),
    { numRuns: 100 },
  );
});

it('writes serial numbers as serialNumberToBytes does', () => {
  for (const hex of ['1', 'F', '7F', '80', 'FFF', '8000', `7${'F'.repeat(39)}`]) {
    const serialNumber = serialNumberFromHex(hex);
    const integer = writeDer((writer) => writer.primitive(2, serialNumberToBytes(serialNumber))).toHex();
    assert.equal(
      encodeCrlEntry({ ...revoked, serialNumber })
        .toHex()
        .slice(4, 4 + integer.length),
      integer,
    );
  }
});

it('tells of a broken entry when it gets there, with its place in the whole list', () => {
  const broken = writeDer((writer) => writer.sequence(() => writer.oid(oid('1.2.3'))));
  const der = build({ entries: [encodeCrlEntry(revoked), broken] });
  const entries = Crl.parse(der).entries();
  assert.equal(entries.next().value?.serialNumberText, '80FF');
  const at = Buffer.from(der).indexOf(broken) + 2;
  assert.throws(() => entries.next(), { code: 'der.unexpected_tag', offset: at });
});

it('refuses every truncation', () => {
  const der = build({ entries: [encodeCrlEntry(revoked)] });
  for (let length = 0; length < der.length; length++) {
    assert.throws(() => Crl.parse(der.subarray(0, length)), { name: 'DerError' });
  }
});

function build(changes: Partial<TbsCrl>, options?: { readonly consumeEntries: boolean }): Uint8Array {
  const crl: TbsCrl = {
    signatureAlgorithm: algorithm,
    issuer: issuer.der,
    thisUpdate: 1_700_000_000,
    nextUpdate: 1_700_086_400,
    entries: [],
    extensions: [makeExtension(crlNumber, 9n, false)],
    ...changes,
  };
  const tbs = encodeTbsCrl(crl, options);
  return assembleCrl(tbs, algorithm, new Uint8Array(sign(null, tbs, keys.privateKey)));
}
