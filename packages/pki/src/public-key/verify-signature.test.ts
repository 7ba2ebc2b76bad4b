import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { it } from 'node:test';

import {
  encodeAlgorithmIdentifier,
  hashAlgorithmByName,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
  signatureAlgorithmOf,
} from '../algorithm/index.ts';
import { encodePssParameters } from '../algorithm/pss-parameters.ts';
import { oid } from '../der/index.ts';
import { parsePublicKey, type PublicKey } from './public-key.ts';
import { type SignatureToVerify, verifySignature, verifySignatureInPool } from './verify-signature.ts';

const data = new TextEncoder().encode('to be signed');
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

it('accepts a signature of the key and no other', async () => {
  const algorithm = signatureAlgorithmByName('SHA256withECDSA');
  const signature = new Uint8Array(sign('sha256', data, ec.privateKey));
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await requireVerdict({ algorithm, publicKey: parsed(ec.publicKey), data, signature }, true);
  await requireVerdict({ algorithm, publicKey: parsed(other.publicKey), data, signature }, false);
  await requireVerdict({ algorithm, publicKey: parsed(ec.publicKey), data: data.subarray(1), signature }, false);
});

it('answers false for octets that are not a signature', async () => {
  const algorithm = signatureAlgorithmByName('SHA256withECDSA');
  const publicKey = parsed(ec.publicKey);
  for (const signature of [new Uint8Array(0), new Uint8Array(71), Uint8Array.of(0x30, 0x80), new Uint8Array(100_000)]) {
    await requireVerdict({ algorithm, publicKey, data, signature }, false);
  }
});

it('answers false for a signature of RSA without its leading zero (RFC 8017 §8.1.2)', async () => {
  const algorithm = signatureAlgorithmByName('SHA256withRSAandMGF1');
  const publicKey = parsed(rsa.publicKey);
  const signature = beginningWithZero(algorithm);
  await requireVerdict({ algorithm, publicKey, data, signature }, true);
  await requireVerdict({ algorithm, publicKey, data, signature: signature.subarray(1) }, false);
});

it('answers false for a key that cannot sign so', async () => {
  const signature = new Uint8Array(sign('sha256', data, ec.privateKey));
  const publicKey = parsed(ec.publicKey);
  for (const name of ['SHA256WithRSA', 'Ed25519', 'SHA256WithDSA']) {
    await requireVerdict({ algorithm: signatureAlgorithmByName(name), publicKey, data, signature }, false);
  }
});

it('answers false for a salt that the modulus cannot hold', async () => {
  const parameters = encodePssParameters({ hash: hashAlgorithmByName('SHA-256'), saltLength: 512 });
  const algorithm = signatureAlgorithmOf(encodeAlgorithmIdentifier(oid('1.2.840.113549.1.1.10'), parameters));
  const publicKey = parsed(rsa.publicKey);
  await requireVerdict({ algorithm, publicKey, data, signature: new Uint8Array(128) }, false);
});

it('verifies PSS with a salt of another length than the hash', async () => {
  const parameters = encodePssParameters({ hash: hashAlgorithmByName('SHA-256'), saltLength: 20 });
  const algorithm = signatureAlgorithmOf(encodeAlgorithmIdentifier(oid('1.2.840.113549.1.1.10'), parameters));
  const signature = new Uint8Array(sign('sha256', data, { key: rsa.privateKey, ...algorithm.node.options }));
  await requireVerdict({ algorithm, publicKey: parsed(rsa.publicKey), data, signature }, true);
  const withHashLength = signatureAlgorithmByName('SHA256withRSAandMGF1');
  await requireVerdict({ algorithm: withHashLength, publicKey: parsed(rsa.publicKey), data, signature }, false);
});

/** In place and in the thread pool. */
async function requireVerdict(signed: SignatureToVerify, verdict: boolean): Promise<void> {
  assert.equal(verifySignature(signed), verdict);
  assert.equal(await verifySignatureInPool(signed), verdict);
}

function parsed(key: KeyObject): PublicKey {
  return parsePublicKey(new Uint8Array(key.export({ format: 'der', type: 'spki' })));
}

/** One signature in 256 begins with a zero. */
function beginningWithZero({ node }: SignatureAlgorithm): Uint8Array {
  for (;;) {
    const signature = new Uint8Array(sign(node.digest, data, { key: rsa.privateKey, ...node.options }));
    if (signature[0] === 0) return signature;
  }
}
