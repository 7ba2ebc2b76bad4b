import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { CvHolder, TODAY } from '../../test/cv-holder.ts';
import { asDer, oid, readDer, writeDer } from '../der/index.ts';
import { encodeDay } from './calendar-day.ts';
import { assembleCvCertificate, CvCertificate, encodeCvCertificateBody } from './certificate.ts';
import { CvTag } from './tags.ts';

const cvca = new CvHolder('SECVCA00001');
const dv = new CvHolder('SEDV00001');

describe('a certificate', () => {
  it('says what it was made with', () => {
    const extensions = [{ oid: oid('0.4.0.127.0.7.3.1.3.1'), data: Uint8Array.fromHex('80020102') }];
    const certificate = cvca.certify(dv, { role: 'DV_D', rights: 2n, expirationDay: TODAY, extensions });
    assert.equal(certificate.authority.text, 'SECVCA00001');
    assert.equal(certificate.holder.text, 'SEDV00001');
    assert.deepEqual(certificate.authorization, { terminalType: 'IS', role: 'DV_D', rights: 2n });
    assert.deepEqual([certificate.effectiveDay, certificate.expirationDay], [TODAY, TODAY]);
    assert.deepEqual(certificate.extensions, extensions);
    assert.deepEqual(certificate.publicKey.der, dv.inheritingKey.der);
  });

  it('is read back as it was written, whatever it says', () => {
    const bodies = fc.record({
      role: fc.constantFrom('DV_D' as const, 'DV_F' as const, 'TERMINAL' as const),
      rights: fc.bigInt({ min: 0n, max: 63n }),
      effectiveDay: fc.integer({ min: 11_000, max: 20_000 }),
      expirationDay: fc.integer({ min: 20_000, max: 47_000 }),
      extensions: fc.array(
        fc
          .tuple(fc.constantFrom(oid('0.4.0.127.0.7.3.1.3.1'), oid('2.999.1')), fc.uint8Array({ maxLength: 300 }))
          .map(([id, data]) => ({ oid: id, data: writeDer((writer) => writer.primitive(0x80, data)) })),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(bodies, (fields) => {
        const certificate = cvca.certify(dv, fields);
        assert.deepEqual(encodeCvCertificateBody(certificate), certificate.body);
        assert.deepEqual(assembleCvCertificate(certificate.body, certificate.signature), certificate.der);
        assert.deepEqual(CvCertificate.parse(certificate.der).extensions, fields.extensions);
        certificate.verify(cvca.publicKey);
      }),
      { numRuns: 50 },
    );
  });

  it('is verified with the key of its authority and no other', () => {
    const certificate = cvca.certify(dv, { role: 'DV_D' });
    certificate.verify(cvca.publicKey);
    assert.throws(() => certificate.verify(dv.publicKey), { code: 'cvc.bad_signature' });
  });

  it('of a country verifying CA is self-signed or a link', () => {
    const next = new CvHolder('SECVCA00002');
    const [root, link, other] = [cvca.root(), cvca.certify(next, { role: 'CVCA' }), cvca.certify(dv)];
    assert.deepEqual([root.isSelfSigned, root.isLink], [true, false]);
    assert.deepEqual([link.isSelfSigned, link.isLink], [false, true]);
    assert.deepEqual([other.isSelfSigned, other.isLink], [false, false]);
  });
});

describe('a certificate is refused', () => {
  it('when it ends before it begins', () => {
    assert.throws(() => cvca.certify(dv, { expirationDay: TODAY - 1 }), { code: 'cvc.bad_validity' });
    const earlier = rebuilt((elements) => exchange(elements, CvTag.expirationDate, encodeDay(TODAY - 1)));
    assert.throws(() => CvCertificate.parse(earlier), { code: 'cvc.bad_validity' });
  });

  it('when a document verifier or terminal spells out its domain parameters', () => {
    for (const role of ['DV_D', 'DV_F', 'TERMINAL'] as const) {
      const { authority, holder, authorization, effectiveDay, expirationDay } = cvca.certify(dv, { role });
      const body = { authority, holder, publicKey: dv.publicKey, authorization, effectiveDay, expirationDay };
      assert.throws(() => encodeCvCertificateBody(body), { code: 'cvc.bad_public_key' });
    }
    const spelledOut = rebuilt((elements) => [...elements.slice(0, 2), dv.publicKey.der, ...elements.slice(3)]);
    assert.throws(() => CvCertificate.parse(spelledOut), { code: 'cvc.bad_public_key' });
  });

  it('when it is self-signed and leaves its domain parameters out', () => {
    const bare = rebuilt(
      (elements) => [...elements.slice(0, 2), cvca.inheritingKey.der, ...elements.slice(3)],
      cvca.root(),
    );
    assert.throws(() => CvCertificate.parse(bare), { code: 'cvc.parameters_missing' });
  });

  it('with another profile', () => {
    for (const profile of [Uint8Array.of(1), Uint8Array.of(0, 0), new Uint8Array(0)]) {
      const other = rebuilt((elements) => exchange(elements, CvTag.profileIdentifier, profile));
      assert.throws(() => CvCertificate.parse(other), { code: 'cvc.bad_profile' });
    }
  });

  it('when its references could not be', () => {
    for (const tag of [CvTag.authorityReference, CvTag.holderReference]) {
      const other = rebuilt((elements) => exchange(elements, tag, new TextEncoder().encode('SECVCA0000a')));
      assert.throws(() => CvCertificate.parse(other), { code: 'cvc.bad_reference' });
    }
  });

  it('when any of its elements is left out or stands twice', () => {
    const refused = { code: /^der\.(?:unexpected_tag|trailing_bytes|truncated)$/ };
    for (const at of Array(7).keys()) {
      const without = rebuilt((elements) => elements.toSpliced(at, 1));
      const twice = rebuilt((elements) => elements.toSpliced(at, 0, elements[at]!));
      assert.throws(() => CvCertificate.parse(without), refused);
      assert.throws(() => CvCertificate.parse(twice), refused);
    }
  });

  for (const [what, extensions] of [
    ['an empty list of extensions', '6500'],
    ['an extension without a value', '650773050603883701'],
    ['an extension without anything', '65027300'],
  ] as const) {
    it(`with ${what}`, () => {
      const other = rebuilt((elements) => [...elements, Uint8Array.fromHex(extensions)]);
      assert.throws(() => CvCertificate.parse(other), { code: 'der.truncated' });
    });
  }

  it('with bytes behind it', () => {
    const { der } = cvca.root();
    assert.throws(() => CvCertificate.parse(Uint8Array.of(...der, 0)), { code: 'der.trailing_bytes' });
  });

  it('when it is larger than a length of two octets says', () => {
    assert.throws(() => CvCertificate.parse(new Uint8Array(65_536)), { code: 'cvc.too_large' });
  });

  it('when it is cut off anywhere', () => {
    const { der } = cvca.certify(dv, { extensions: [{ oid: oid('2.999.1'), data: Uint8Array.of(0x80, 0) }] });
    for (let length = 0; length < der.length; length++)
      assert.throws(() => CvCertificate.parse(der.subarray(0, length)), { code: 'der.truncated' });
  });
});

/** `certificate` with other elements in its body, under the old signature. */
function rebuilt(
  change: (elements: readonly Uint8Array[]) => readonly Uint8Array[],
  { body, signature } = cvca.certify(dv),
): Uint8Array {
  const elements = readDer(body, (reader) => {
    const content = reader.readConstructed(CvTag.body);
    const found: Uint8Array[] = [];
    while (!content.atEnd) found.push(content.readAny().raw);
    return found;
  });
  const other = writeDer((writer) =>
    writer.constructed(CvTag.body, () => change(elements).forEach((element) => writer.raw(element))),
  );
  return assembleCvCertificate(asDer<'CvCertificateBody'>(other), signature);
}

/** The elements with another value in the one of the tag `tag`. */
function exchange(elements: readonly Uint8Array[], tag: number, value: Uint8Array): readonly Uint8Array[] {
  return elements.map((element) =>
    readDer(element, (reader) => reader.readAny().tag) === tag
      ? writeDer((writer) => writer.primitive(tag, value))
      : element,
  );
}
