/** Signatures of a plain signer: by every kind of key, of documents and of hashes that clients have made. */
import assert from 'node:assert/strict';
import { createHash, createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { encodeDigestInfo, hashAlgorithmByName, signatureAlgorithmByName } from '@sealwright/pki';
import { sharedServer } from '../support/ca-rest-setup.ts';
import {
  makeSigningToken,
  makeWorker,
  octetsTo,
  publicKeyOf,
  SIGNING_KEYS,
  withKey,
} from '../support/setups/signing-setup.ts';

const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Signing', AUTHTYPE: 'NOAUTH' };
const HASHING = {
  ...PLAIN,
  ALLOW_CLIENTSIDEHASHING_OVERRIDE: 'TRUE',
  ACCEPTED_HASH_DIGEST_ALGORITHMS: 'SHA-256, SHA-384,SHA512',
};
const DOCUMENT = Buffer.from('what is to be signed');
const USING_HASH = { USING_CLIENTSUPPLIED_HASH: 'true' };

describe('plain signatures', () => {
  const shared = sharedServer();
  const keys = new Map<string, KeyObject>();

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', SIGNING_KEYS);
    for (const alias of Object.keys(SIGNING_KEYS)) {
      const der = Buffer.from(await publicKeyOf(shared.server, 'Signing', alias));
      keys.set(alias, createPublicKey({ key: der, format: 'der', type: 'spki' }));
      await makeWorker(shared.server, `Plain ${alias}`, { ...PLAIN, DEFAULTKEY: alias });
    }
    await makeWorker(shared.server, 'Hashes', { ...HASHING, DEFAULTKEY: 'rsa', SIGNATUREALGORITHM: 'NONEwithRSA' });
  });

  const { processed: signed, refusal } = octetsTo(shared);
  const isSignature = (alias: string, algorithm: string, data: Uint8Array, signature: Uint8Array) => {
    const { digest, options } = signatureAlgorithmByName(algorithm).node;
    return verify(digest, data, { key: keys.get(alias)!, ...options }, signature);
  };

  describe('by each kind of key', () => {
    for (const [alias, usual, ...others] of withKey([
      ['rsa', 'SHA256WithRSA', 'SHA512WithRSA', 'SHA256withRSAandMGF1', 'SHA384withRSAandMGF1', 'SHA3-256withRSA'],
      ['p256', 'SHA256withECDSA', 'SHA512withECDSA', 'SHA3-384withECDSA'],
      ['p384', 'SHA256withECDSA', 'SHA384withECDSA'],
      ['brainpool', 'SHA256withECDSA'],
      ['ed25519', 'Ed25519'],
      ['ed448', 'Ed448'],
      ['mldsa', 'ML-DSA-65'],
      ['slhdsa', 'SLH-DSA-SHA2-128F'],
    ] as const)) {
      it(`${alias}: ${usual} unless the worker says otherwise`, async () => {
        assert.ok(isSignature(alias, usual, DOCUMENT, await signed(`Plain ${alias}`, DOCUMENT)));
        for (const algorithm of others) {
          const worker = `${alias} ${algorithm || 'usual'}`;
          await makeWorker(shared.server, worker, { ...PLAIN, DEFAULTKEY: alias, SIGNATUREALGORITHM: algorithm });
          assert.ok(isSignature(alias, algorithm, DOCUMENT, await signed(worker, DOCUMENT)), algorithm);
        }
      });
    }

    it('of documents that are hashed while they pass by', async () => {
      const large = Buffer.alloc(3_000_000, 'large ');
      for (const [alias] of withKey([['rsa'], ['p256'], ['brainpool'], ['ed25519'], ['mldsa']])) {
        const usual = { rsa: 'SHA256WithRSA', ed25519: 'Ed25519', mldsa: 'ML-DSA-65' }[alias] ?? 'SHA256withECDSA';
        assert.ok(isSignature(alias, usual, large, await signed(`Plain ${alias}`, large)), alias);
      }
    });

    it('is refused by a key of another kind, and over SHA-1', async () => {
      await makeWorker(shared.server, 'Wrong', { ...PLAIN, DEFAULTKEY: 'p256', SIGNATUREALGORITHM: 'SHA256withRSA' });
      const [status, error] = await refusal('Wrong', DOCUMENT);
      assert.equal(status, 503);
      assert.match(String(error), /does not make signatures of SHA256WithRSA/);
      await makeWorker(shared.server, 'Old', { ...PLAIN, DEFAULTKEY: 'p256', SIGNATUREALGORITHM: 'SHA1withECDSA' });
      assert.match(String((await refusal('Old', DOCUMENT))[1]), /broken hash/);
    });

    it('is over SHA-1 when the configuration of the service allows it', async () => {
      const path = '/documents/SIGNINGCONFIG/signing-configuration';
      const allow = (allowSha1Signatures: boolean) =>
        shared.server.administer(path, { method: 'PUT', body: { settings: { allowSha1Signatures } } });
      await makeWorker(shared.server, 'Sha1', { ...PLAIN, DEFAULTKEY: 'rsa', SIGNATUREALGORITHM: 'SHA1withRSA' });
      assert.equal((await refusal('Sha1', DOCUMENT))[0], 503);
      const changed = await allow(true);
      assert.ok(changed.status < 300, changed.text);
      assert.ok(isSignature('rsa', 'SHA1WithRSA', DOCUMENT, await signed('Sha1', DOCUMENT)));
      await allow(false);
      assert.equal((await refusal('Sha1', DOCUMENT))[0], 503);
    });
  });

  describe('of a hash that the client has made', () => {
    const digest = hash('sha256', DOCUMENT, 'buffer');

    for (const [title, name] of [
      ['102', 'SHA-256'],
      ['103', 'SHA256'],
    ] as const) {
      it(`verifies over the document, by the digest name ${name} (case ${title})`, async () => {
        const metaData = { ...USING_HASH, CLIENTSIDE_HASHDIGESTALGORITHM: name };
        assert.ok(isSignature('rsa', 'SHA256WithRSA', DOCUMENT, await signed('Hashes', digest, metaData)));
      });
    }

    for (const [alias, none, algorithm] of [
      ['rsa', 'NONEwithRSAandMGF1', 'SHA384withRSAandMGF1'],
      ['p256', 'NONEwithECDSA', 'SHA384withECDSA'],
      ['brainpool', 'NONEwithECDSA', 'SHA384withECDSA'],
      ['rsa', '', 'SHA384WithRSA'],
      ['p384', 'SHA384withECDSA', 'SHA384withECDSA'],
    ] as const) {
      it(`is made by ${alias} with ${none || 'no algorithm'} configured`, async () => {
        const worker = `hash ${alias} ${none || 'usual'}`;
        await makeWorker(shared.server, worker, { ...HASHING, DEFAULTKEY: alias, SIGNATUREALGORITHM: none });
        const metaData = { ...USING_HASH, CLIENTSIDE_HASHDIGESTALGORITHM: 'SHA-384' };
        const signature = await signed(worker, hash('sha384', DOCUMENT, 'buffer'), metaData);
        assert.ok(isSignature(alias, algorithm, DOCUMENT, signature));
      });
    }

    it('is not made by a worker that signs with another hash, or with none', async () => {
      await makeWorker(shared.server, 'Sha256', {
        ...HASHING,
        DEFAULTKEY: 'p256',
        SIGNATUREALGORITHM: 'SHA256withECDSA',
      });
      await makeWorker(shared.server, 'Edwards', { ...HASHING, DEFAULTKEY: 'ed25519' });
      const metaData = { ...USING_HASH, CLIENTSIDE_HASHDIGESTALGORITHM: 'SHA-512' };
      for (const worker of ['Sha256', 'Edwards']) {
        const [status, error] = await refusal(worker, hash('sha512', DOCUMENT, 'buffer'), metaData);
        assert.equal(status, 400);
        assert.match(String(error), /takes no hash of SHA-512/);
      }
    });

    it('is refused where it is not allowed (case 104)', async () => {
      const metaData = { ...USING_HASH, CLIENTSIDE_HASHDIGESTALGORITHM: 'SHA-256' };
      assert.deepEqual(await refusal('Plain rsa', digest, metaData), [
        400,
        'Client-side hashing requested but not allowed',
      ]);
    });

    it('is all that is taken where the worker says so (case 105)', async () => {
      const properties = { CLIENTSIDEHASHING: 'TRUE', ALLOW_CLIENTSIDEHASHING_OVERRIDE: 'FALSE' };
      await makeWorker(shared.server, 'Only hashes', { ...HASHING, ...properties, DEFAULTKEY: 'p256' });
      assert.deepEqual(await refusal('Only hashes', DOCUMENT, { USING_CLIENTSUPPLIED_HASH: 'false' }), [
        400,
        'Server-side hashing requested but not allowed',
      ]);
      const metaData = { USING_CLIENTSUPPLIED_HASH: ' ', CLIENTSIDE_HASHDIGESTALGORITHM: 'SHA-256' };
      assert.ok(isSignature('p256', 'SHA256withECDSA', DOCUMENT, await signed('Only hashes', digest, metaData)));
    });

    it('comes with the name of a hash (case 106) that is known and accepted (case 107), and has its length (case 108)', async () => {
      const named = (name: string, data: Uint8Array = digest) =>
        refusal('Hashes', data, { ...USING_HASH, CLIENTSIDE_HASHDIGESTALGORITHM: name });
      assert.deepEqual(await named(''), [400, 'Client-side hashing request must specify hash algorithm used']);
      assert.deepEqual(await named('ROT13'), [400, 'Client specified an unknown digest algorithm']);
      assert.deepEqual(await named('SHA-224'), [400, 'Client specified a non-accepted digest hash algorithm']);
      assert.deepEqual(await named('SHA-256', digest.subarray(12)), [
        400,
        "Input length doesn't match hash digest algorithm specified through request metadata",
      ]);
    });

    it('needs the list of hashes that are accepted (case 110)', async () => {
      await makeWorker(shared.server, 'No list', { ...PLAIN, DEFAULTKEY: 'rsa', CLIENTSIDEHASHING: 'TRUE' });
      const [status, error] = await refusal('No list', digest);
      assert.equal(status, 500);
      assert.match(String(error), /Worker is misconfigured$/);
    });
  });

  describe('by an algorithm that does not hash', () => {
    it('are over the DigestInfo that the client sends for RSA, and nothing else', async () => {
      const info = encodeDigestInfo({
        hash: hashAlgorithmByName('SHA-512'),
        digest: new Uint8Array(createHash('sha512').update(DOCUMENT).digest()),
      });
      assert.ok(isSignature('rsa', 'SHA512WithRSA', DOCUMENT, await signed('Hashes', info)));
      for (const other of [
        hash('sha256', DOCUMENT, 'buffer'),
        Buffer.from('raw'),
        Buffer.alloc(200),
        Buffer.from(info).subarray(1),
      ]) {
        assert.equal((await refusal('Hashes', other))[0], 400);
      }
    });

    it('are over the bare hash for ECDSA, by its length', async () => {
      await makeWorker(shared.server, 'Bare', { ...PLAIN, DEFAULTKEY: 'p256', SIGNATUREALGORITHM: 'NONEwithECDSA' });
      for (const name of ['SHA256', 'SHA384', 'SHA512']) {
        const signature = await signed('Bare', hash(name, DOCUMENT, 'buffer'));
        assert.ok(isSignature('p256', `${name}withECDSA`, DOCUMENT, signature), name);
      }
      assert.match(String((await refusal('Bare', Buffer.alloc(33)))[1]), /20, 28, 32, 48 or 64 octets, and 33 came/);
    });

    it('are not made by PSS of what names no hash', async () => {
      await makeWorker(shared.server, 'Pss', { ...PLAIN, DEFAULTKEY: 'rsa', SIGNATUREALGORITHM: 'NONEwithRSAandMGF1' });
      assert.deepEqual(await refusal('Pss', hash('sha256', DOCUMENT, 'buffer')), [
        400,
        'NONEwithRSAandMGF1 is not supported without the request metadata properties for client-side hashing',
      ]);
    });
  });
});
