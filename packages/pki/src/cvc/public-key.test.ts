import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { CvHolder } from '../../test/cv-holder.ts';
import { domainParametersOf, namedCurves, signatureAlgorithmByName } from '../algorithm/index.ts';
import { type DerWriter, oid, readDer, writeDer } from '../der/index.ts';
import { CvPublicKey } from './public-key.ts';
import { CvTag } from './tags.ts';
import { terminalAuthenticationAlgorithms } from './terminal-authentication.ts';

const read = (der: Uint8Array): CvPublicKey => readDer(der, (reader) => CvPublicKey.read(reader));
const data = new TextEncoder().encode('to be signed');

describe('a public key', () => {
  for (const { name, signature } of terminalAuthenticationAlgorithms) {
    it(`of ${name} verifies what its owner signs, and nothing else`, () => {
      const key = signature.keyAlgorithm.name === 'RSA' ? 1536 : 'prime256v1';
      const holder = new CvHolder('SECVCA00001', key, signature.name);
      const publicKey = read(holder.publicKey.der);
      const made = holder.sign(data);
      assert.equal(publicKey.algorithm, signature);
      assert.ok(publicKey.verify(data, made));
      assert.ok(!publicKey.verify(data.subarray(1), made));
      assert.ok(!publicKey.verify(data, made.subarray(1)));
      assert.ok(!publicKey.verify(data, new Uint8Array(0)));
    });
  }

  for (const curve of namedCurves) {
    it(`spells out ${curve.name} and is the same key when it is read`, () => {
      const holder = new CvHolder('SECVCA00001', curve.nodeName);
      const publicKey = read(holder.publicKey.der);
      assert.equal(publicKey.curve, curve);
      assert.ok(publicKey.spellsOutCurve);
      assert.deepEqual(publicKey.key.der, holder.publicKey.key.der);
    });
  }

  it('without domain parameters inherits those of the issuer', () => {
    const holder = new CvHolder('DEDVSE00001', 'brainpoolP256r1');
    const bare = read(holder.inheritingKey.der);
    assert.equal(bare.curve, undefined);
    assert.throws(() => bare.key, { code: 'cvc.parameters_missing' });
    assert.throws(() => bare.verify(data, holder.sign(data)), { code: 'cvc.parameters_missing' });
    const whole = bare.inheriting(new CvHolder('SECVCA00001', 'brainpoolP256r1').publicKey);
    assert.ok(whole.verify(data, holder.sign(data)));
    assert.deepEqual(whole.der, bare.der);
  });

  it('finds nothing to inherit from an RSA key', () => {
    const bare = read(new CvHolder('DEDVSE00001').inheritingKey.der);
    const issuer = new CvHolder('SECVCA00001', 1024, 'SHA256WithRSA');
    assert.throws(() => bare.inheriting(issuer.publicKey).key, { code: 'cvc.parameters_missing' });
  });

  it('is refused when the curve that it inherits has points of another length', () => {
    const bare = read(new CvHolder('DEDVSE00001', 'prime256v1').inheritingKey.der);
    assert.throws(() => bare.inheriting(new CvHolder('SECVCA00001', 'secp384r1').publicKey).key, {
      code: 'key.bad_point',
    });
  });

  it('is not made for signatures that terminal authentication does not know, or that the key does not make', () => {
    const { key } = new CvHolder('SECVCA00001').publicKey;
    const options = { spellOutCurve: true };
    assert.throws(() => CvPublicKey.of(key, signatureAlgorithmByName('SHA3-256withECDSA'), options), {
      code: 'cvc.unknown_algorithm',
    });
    assert.throws(() => CvPublicKey.of(key, signatureAlgorithmByName('SHA256WithRSA'), options), {
      code: 'cvc.bad_public_key',
    });
  });
});

describe('domain parameters', () => {
  it('are written without the leading zero that the coefficient b of P-521 has as a field element', () => {
    const { curve, der } = new CvHolder('SECVCA00001', 'secp521r1', 'SHA512withECDSA').publicKey;
    const { b } = domainParametersOf(curve!);
    assert.equal(b[0], 0);
    assert.ok(der.toHex().includes(`8341${b.subarray(1).toHex()}`));
  });

  for (const [tag, what] of [
    [0x81, 'prime'],
    [0x82, 'first coefficient'],
    [0x83, 'second coefficient'],
    [0x84, 'base point'],
    [0x85, 'order'],
  ] as const) {
    it(`with another ${what} are refused`, () => {
      assert.throws(() => read(changed(tag, (value) => value.with(value.length - 1, value.at(-1)! ^ 1))), {
        code: 'cvc.unsupported_curve',
      });
    });

    it(`without ${what} are refused`, () => {
      assert.throws(() => read(changed(tag, () => undefined)), { code: 'der.unexpected_tag' });
    });
  }

  it('with another cofactor are refused, and may leave it out', () => {
    assert.throws(() => read(changed(0x87, () => Uint8Array.of(4))), { code: 'cvc.unsupported_curve' });
    assert.equal(read(changed(0x87, () => undefined)).curve?.name, 'P-256');
  });

  it('with leading zeros are refused', () => {
    assert.throws(() => read(changed(0x83, (value) => Uint8Array.of(0, ...value))), { code: 'cvc.bad_public_key' });
  });

  it('with a compressed public point are refused', () => {
    assert.throws(() => read(changed(0x86, (value) => Uint8Array.of(2, ...value.subarray(1, 33)))), {
      code: 'cvc.bad_public_key',
    });
  });

  it('with a public point off the curve are refused when the key is used', () => {
    const off = read(changed(0x86, (value) => value.with(64, value[64]! ^ 1)));
    assert.throws(() => off.verify(data, new Uint8Array(64)), { code: 'key.invalid' });
  });
});

describe('an RSA key', () => {
  const numbers = (modulus: Uint8Array, exponent: Uint8Array) => (writer: DerWriter) =>
    writer.primitive(0x81, modulus).primitive(0x82, exponent);
  const modulus = new Uint8Array(128).fill(0xff);

  it('with a leading zero is refused', () => {
    const der = template('1.2', numbers(Uint8Array.of(0, ...modulus), Uint8Array.of(3)));
    assert.throws(() => read(der), { code: 'cvc.bad_public_key' });
  });

  it('with a modulus beyond 16,384 bits is refused', () => {
    const der = template('1.2', numbers(new Uint8Array(2049).fill(0xff), Uint8Array.of(3)));
    assert.throws(() => read(der), { code: 'cvc.bad_public_key' });
  });

  it('with an exponent that would take long is refused', () => {
    const der = template('1.2', numbers(modulus, modulus));
    assert.throws(() => read(der), { code: 'key.bad_exponent' });
  });
});

it('refuses an algorithm that terminal authentication does not know', () => {
  const der = template('3.1', (writer) => writer.primitive(0x86, Uint8Array.of(4)));
  assert.throws(() => read(der), { code: 'cvc.unknown_algorithm' });
});

function template(arcs: string, write: (writer: DerWriter) => unknown): Uint8Array {
  return writeDer((writer) =>
    writer.constructed(CvTag.publicKey, () => {
      writer.oid(oid(`0.4.0.127.0.7.2.2.2.${arcs}`));
      write(writer);
    }),
  );
}

/** A P-256 key whose element of the tag `tag` has another value, or is left out. */
function changed(tag: number, change: (value: Uint8Array) => Uint8Array | undefined): Uint8Array {
  const { der } = new CvHolder('SECVCA00001').publicKey;
  const elements = readDer(der, (reader) => {
    const content = reader.readConstructed(CvTag.publicKey);
    content.readOid();
    const all: { tag: number; content: Uint8Array }[] = [];
    while (!content.atEnd) all.push(content.readAny());
    return all;
  });
  return template('2.3', (writer) => {
    for (const element of elements) {
      const value = element.tag === tag ? change(element.content) : element.content;
      if (value !== undefined) writer.primitive(element.tag, value);
    }
  });
}
