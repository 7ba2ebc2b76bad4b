/** Envelopes of kept keys as OpenSSL opens them, for somebody who has the escrow key and no longer this program. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { DistinguishedName, parsePublicKey, serialNumberFromHex } from '@sealwright/pki';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { CmsKeyEnvelopes } from '../../../packages/server/src/modules/key-recovery/cms-key-envelopes.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

describe('OpenSSL and envelopes of kept keys', () => {
  const openssl = sharedOpenSsl();

  for (const [kind, escrow] of [
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['EC', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ] as const) {
    it(`gets the key out of one for an escrow key of ${kind}`, () => {
      const pkcs8 = generateKeyPairSync('x25519').privateKey.export({ format: 'der', type: 'pkcs8' });
      const envelope = new CmsKeyEnvelopes({ random: systemRandom(), tokens: undefined as never }).make(
        pkcs8,
        {
          issuer: DistinguishedName.parse('CN=Some CA,O=Example'),
          serialNumber: serialNumberFromHex('5A17'),
          publicKeySha256: new Uint8Array(32),
        },
        parsePublicKey(escrow.publicKey.export({ format: 'der', type: 'spki' })),
      );
      openssl.write('escrow.pem', escrow.privateKey.export({ format: 'pem', type: 'pkcs8' }));
      openssl.write('envelope.der', envelope);
      openssl.run(...'cms -decrypt -inform DER -in envelope.der -inkey escrow.pem -binary -out key.der'.split(' '));
      const content = readFileSync(openssl.path('key.der'));
      // AsymmetricKeyPackage: a SEQUENCE OF the key alone.
      assert.deepEqual(content.subarray(2), pkcs8);
    });
  }
});
