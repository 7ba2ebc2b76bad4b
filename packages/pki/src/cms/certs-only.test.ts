import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { oid, writeDer } from '../der/index.ts';
import { PkiError } from '../errors.ts';
import { encodeCertsOnly, readCertsOnly } from './index.ts';

const file = (name: string) => new Uint8Array(readFileSync(new URL(name, import.meta.url)));
const endEntity = file('../keystore/fixtures/end-entity.der');
const issuer = file('../keystore/fixtures/ca.der');
const plain = (certificates: readonly Uint8Array[]) => certificates.map((certificate) => new Uint8Array(certificate));

/** A ContentInfo of SignedData in BER with indefinite lengths, `parts` between eContentType and signerInfos. */
function indefinite(...parts: readonly Uint8Array[]): Uint8Array {
  const head = '3080 06092a864886f70d010702 a080 3080 020101 31800000 3080 06092a864886f70d010701 0000';
  const end = '31800000 0000 0000 0000';
  return Uint8Array.fromHex(`${head}${parts.map((part) => part.toHex()).join('')}${end}`.replaceAll(' ', ''));
}

const element = (tag: number, ...content: readonly Uint8Array[]) =>
  writeDer((writer) => writer.constructed(tag, () => content.forEach((one) => writer.raw(one))));

describe('encodeCertsOnly', () => {
  it('keeps the order of the certificates', () => {
    assert.deepEqual(plain(readCertsOnly(encodeCertsOnly([endEntity, issuer]))), [endEntity, issuer]);
    assert.deepEqual(plain(readCertsOnly(encodeCertsOnly([issuer, endEntity]))), [issuer, endEntity]);
  });

  it('gives what OpenSSL gives', () => {
    assert.deepEqual(encodeCertsOnly([endEntity, issuer]), file('fixtures/openssl3-certs-only.p7b'));
  });

  it('writes a message without certificates', () => {
    assert.deepEqual(readCertsOnly(encodeCertsOnly([])), []);
  });
});

describe('readCertsOnly', () => {
  it('reads BER with indefinite lengths', () => {
    const message = indefinite(Uint8Array.fromHex('a080'), endEntity, issuer, Uint8Array.fromHex('0000'));
    assert.deepEqual(plain(readCertsOnly(message)), [endEntity, issuer]);
  });

  it('passes over attribute certificates and CRLs', () => {
    const attributeCertificate = element(0xa2, Uint8Array.fromHex('020100'));
    const crls = element(0xa1, element(0x30));
    const message = indefinite(element(0xa0, attributeCertificate, endEntity), crls);
    assert.deepEqual(plain(readCertsOnly(message)), [endEntity]);
  });

  it('refuses a signed message', () => {
    assert.throws(() => readCertsOnly(file('fixtures/openssl3-signed.p7m')), { code: 'cms.not_certs_only' });
  });

  it('refuses another content type', () => {
    const data = writeDer((writer) => writer.sequence(() => writer.oid(oid('1.2.840.113549.1.7.1'))));
    assert.throws(() => readCertsOnly(data), { code: 'cms.not_signed_data' });
  });

  it('refuses what is not a message', () => {
    assert.throws(() => readCertsOnly(endEntity), { code: 'der.unexpected_tag' });
    assert.throws(() => readCertsOnly(encodeCertsOnly([endEntity]).subarray(0, 100)), { code: 'ber.truncated' });
    assert.throws(() => readCertsOnly(encodeCertsOnly([endEntity]), { maxOctets: 100 }), { code: 'ber.too_large' });
  });

  it('throws nothing but its own errors on changed messages', () => {
    const messages = [encodeCertsOnly([endEntity, issuer]), file('fixtures/openssl3-signed.p7m')];
    const changes = fc.array(fc.tuple(fc.nat(700), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...messages), changes, (message, octets) => {
        const changed = message.slice();
        for (const [at, octet] of octets) changed[at] = octet;
        try {
          readCertsOnly(changed);
        } catch (error) {
          assert.ok(error instanceof PkiError, String(error));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
