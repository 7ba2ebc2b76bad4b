import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';

import { oid, writeDer } from '../der/index.ts';
import { domainParameters, domainParametersOf } from './domain-parameters.ts';
import { type NamedCurve, namedCurves } from './named-curves.ts';

describe('the domain parameters of a curve', () => {
  for (const curve of namedCurves) {
    // OpenSSL compares parameters that are spelled out with those that it knows and says which curve they are.
    it(`are those of ${curve.name} for OpenSSL too`, () => {
      const key = createPublicKey({ key: Buffer.from(explicitKey(curve)), format: 'der', type: 'spki' });
      assert.equal(key.asymmetricKeyDetails?.namedCurve, curve.nodeName);
    });
  }

  it('stand in the table once for each curve', () => {
    assert.deepEqual(
      domainParameters.map(({ curve }) => curve),
      namedCurves,
    );
  });
});

/** A key whose SubjectPublicKeyInfo spells out the curve (RFC 3279 §2.3.5). */
function explicitKey(curve: NamedCurve): Uint8Array {
  const { prime, a, b, generator, order } = domainParametersOf(curve);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: curve.nodeName });
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-generator.length);
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.sequence(() => {
        writer.oid(oid('1.2.840.10045.2.1')).sequence(() => {
          writer.integer(1);
          writer.sequence(() => writer.oid(oid('1.2.840.10045.1.1')).unsignedInteger(prime));
          writer.sequence(() => writer.octetString(a).octetString(b));
          writer.octetString(generator).unsignedInteger(order).integer(1);
        });
      });
      writer.bitString(point);
    }),
  );
}
