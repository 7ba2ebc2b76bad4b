/** The contract of every driver of crypto tokens, as tests: each driver's own test file calls this. */
import assert from 'node:assert/strict';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  AuthEnvelopedData,
  digest,
  hashAlgorithmByName,
  parsePublicKey,
  sealContent,
  signatureAlgorithmByName,
  type WrappedKey,
} from '@sealwright/pki';
import {
  type CryptoToken,
  type CryptoTokenDriver,
  keyAlias,
  type KeyPairRequest,
  type RequireOwnSlot,
  type StoredKeyPair,
  type TokenDescription,
} from '../../src/modules/crypto-tokens/index.ts';

/** A driver under test and what surrounds it in the program. */
export interface CryptoTokenContract {
  readonly driver: CryptoTokenDriver;
  /** A token that the driver can make, new with every call. */
  newToken(): TokenDescription;
  /** Keeps a key pair where the driver finds it, as a unit of work would. */
  keep(tokenId: number, keyPair: StoredKeyPair): Promise<void>;
  /** Deletes the row of a key pair. */
  discard(tokenId: number, alias: string): Promise<void>;
  close(): Promise<void>;
}

/** A kind of key, and the signatures that it has to make. */
export interface ContractKey {
  readonly algorithm: string;
  readonly specification: string;
  readonly signatures: readonly string[];
}

/** The keys that a driver may be asked for. A device that lacks some passes the others. */
const CONTRACT_KEYS: readonly ContractKey[] = [
  { algorithm: 'RSA', specification: '2048', signatures: ['SHA256WithRSA', 'SHA256withRSAandMGF1'] },
  { algorithm: 'RSA', specification: '3072', signatures: ['SHA384WithRSA', 'SHA512withRSAandMGF1'] },
  { algorithm: 'EC', specification: 'P-256', signatures: ['SHA256withECDSA', 'SHA3-256withECDSA'] },
  { algorithm: 'ECDSA', specification: 'secp384r1', signatures: ['SHA384withECDSA'] },
  { algorithm: 'ECDSA', specification: 'P-521', signatures: ['SHA512withECDSA'] },
  { algorithm: 'ECDSA', specification: 'brainpoolP256r1', signatures: ['SHA256withECDSA'] },
  { algorithm: 'ECDSA', specification: 'brainpoolP384r1', signatures: ['SHA384withECDSA'] },
  { algorithm: 'ECDSA', specification: 'secp256k1', signatures: ['SHA256withECDSA'] },
  { algorithm: 'Ed25519', specification: '', signatures: ['Ed25519'] },
  { algorithm: 'Ed448', specification: 'Ed448', signatures: ['Ed448'] },
  { algorithm: 'ML-DSA-44', specification: '', signatures: ['ML-DSA-44'] },
  { algorithm: 'ML-DSA-65', specification: 'ML-DSA-65', signatures: ['ML-DSA-65'] },
  { algorithm: 'ML-DSA-87', specification: '', signatures: ['ML-DSA-87'] },
  { algorithm: 'SLH-DSA-SHA2-128F', specification: '', signatures: ['SLH-DSA-SHA2-128F'] },
];

/** Keys that open what was sealed for them: algorithm and specification. A device that lacks some passes the others. */
const DECRYPTING_KEYS: readonly (readonly [algorithm: string, specification: string])[] = [
  ['RSA', '2048'],
  ['RSA', '3072'],
  ['EC', 'P-256'],
  ['EC', 'P-384'],
  ['EC', 'P-521'],
  ['X25519', ''],
  ['ML-KEM-512', ''],
  ['ML-KEM', 'ML-KEM-768'],
  ['ML-KEM-1024', 'ML-KEM-1024'],
];

/** Defines the tests. `start` is called once. */
export function testCryptoTokenContract(
  start: () => Promise<CryptoTokenContract>,
  keys: readonly ContractKey[] = CONTRACT_KEYS,
  decryptingKeys: readonly (readonly [algorithm: string, specification: string])[] = DECRYPTING_KEYS,
): void {
  let contract: CryptoTokenContract;
  let description: TokenDescription;
  let protection: Uint8Array | null;
  let token: CryptoToken;

  before(async () => {
    contract = await start();
    description = contract.newToken();
    ({ protection, token } = await contract.driver.initialize(description, CODE, ownSlot));
  });
  after(async () => {
    token.close();
    await contract.close();
  });

  async function makeKey(request: Omit<KeyPairRequest, 'alias'>, on = token, id = description.id) {
    const keyPair = await on.generateKeyPair({ alias: keyAlias(`key-${randomBytes(6).toString('hex')}`), ...request });
    await contract.keep(id, keyPair);
    return keyPair;
  }

  describe('a key pair', () => {
    for (const { algorithm, specification, signatures } of keys) {
      it(`of ${algorithm} ${specification} signs what others verify, and proves itself`, async () => {
        const keyPair = await makeKey({ algorithm, specification });
        assert.deepEqual(await token.publicKey(keyPair.alias), keyPair.publicKey);
        for (const name of signatures) {
          assert.ok(
            isSignature(await token.sign(keyPair.alias, name, MESSAGE), name, MESSAGE, keyPair.publicKey),
            name,
          );
          const { hash } = signatureAlgorithmByName(name);
          if (hash === undefined) continue;
          const signature = await token.signDigest(keyPair.alias, name, digest(hash, MESSAGE));
          assert.ok(isSignature(signature, name, MESSAGE, keyPair.publicKey), `${name} of a digest`);
        }
        await token.testKey(keyPair.alias);
      });
    }

    it('signs messages that are empty or long', async () => {
      const { alias, publicKey } = await makeKey(EC);
      for (const message of [new Uint8Array(), randomBytes(200_000)]) {
        const signature = await token.sign(alias, ECDSA, message);
        assert.ok(isSignature(signature, ECDSA, message, publicKey));
      }
    });

    it('is listed in order of the aliases, in the words of the tables', async () => {
      const other = contract.newToken();
      const { token: empty } = await contract.driver.initialize(other, CODE, ownSlot);
      assert.deepEqual(await empty.listKeys(), []);
      for (const alias of ['b', 'a', 'B']) {
        await contract.keep(other.id, await empty.generateKeyPair({ ...EC, alias: keyAlias(alias), keyUsage: 'SIGN' }));
      }
      const listed = await empty.listKeys();
      assert.deepEqual(
        listed.map(({ alias, algorithm, specification, keyUsage }) => [alias, algorithm, specification, keyUsage]),
        ['B', 'a', 'b'].map((alias) => [alias, 'ECDSA', 'P-256', 'SIGN']),
      );
      assert.ok(listed.every((info) => !('protectedKey' in info)));
      empty.close();
    });

    it('is gone when it was removed', async () => {
      const { alias, publicKey } = await makeKey(EC);
      await token.sign(alias, ECDSA, MESSAGE);
      await contract.discard(description.id, alias);
      await token.removeKeyPair(alias, publicKey);
      await token.removeKeyPair(alias, publicKey);
      await assert.rejects(token.sign(alias, ECDSA, MESSAGE), { code: 'crypto_token.unknown_alias' });
    });

    it('stays when another of its alias is removed', async () => {
      const { alias, publicKey } = await makeKey(EC);
      const { publicKey: other } = await makeKey(EC);
      await token.removeKeyPair(alias, other);
      assert.ok(isSignature(await token.sign(alias, ECDSA, MESSAGE), ECDSA, MESSAGE, publicKey));
    });

    it('is found gone after a refresh, and replaced by one that somebody made anew', async () => {
      const { alias } = await makeKey(EC);
      await token.sign(alias, ECDSA, MESSAGE);
      await contract.discard(description.id, alias);
      token.refresh(description.properties);
      await assert.rejects(token.sign(alias, ECDSA, MESSAGE), { code: 'crypto_token.unknown_alias' });
      const renewed = await token.generateKeyPair({ ...EC, alias: keyAlias(alias) });
      await contract.keep(description.id, renewed);
      token.refresh(description.properties);
      assert.ok(isSignature(await token.sign(alias, ECDSA, MESSAGE), ECDSA, MESSAGE, renewed.publicKey));
    });

    it('does not get an alias that is in use', async () => {
      const { alias } = await makeKey(EC);
      await assert.rejects(token.generateKeyPair({ ...EC, alias: keyAlias(alias) }), {
        code: 'crypto_token.alias_in_use',
        message: `The key pair alias '${alias}' is in use already.`,
      });
    });

    it('that is unknown is said to be', async () => {
      const unknown = { code: 'crypto_token.unknown_alias' };
      await assert.rejects(token.sign('nobody', ECDSA, MESSAGE), unknown);
      await assert.rejects(token.publicKey('nobody'), unknown);
      await assert.rejects(token.testKey('nobody'), unknown);
    });

    for (const [algorithm, specification, code] of [
      ['ROT13', '2048', 'crypto_token.unsupported_algorithm'],
      ['', '', 'crypto_token.unsupported_algorithm'],
      ['DSA', '2048', 'crypto_token.unsupported_algorithm'],
      ['RSA', '', 'crypto_token.unsupported_specification'],
      ['RSA', '512', 'crypto_token.unsupported_specification'],
      ['RSA', '2049', 'crypto_token.unsupported_specification'],
      ['RSA', '99999', 'crypto_token.unsupported_specification'],
      ['RSA', 'P-256', 'crypto_token.unsupported_specification'],
      ['EC', '256', 'crypto_token.unsupported_specification'],
      ['EC', 'P-257', 'crypto_token.unsupported_specification'],
      ['Ed25519', 'P-256', 'crypto_token.unsupported_specification'],
    ] as const) {
      it(`of ${algorithm || 'no algorithm'} ${specification} is refused`, async () => {
        const request = { alias: keyAlias('never'), algorithm, specification };
        await assert.rejects(token.generateKeyPair(request), { code });
      });
    }

    it('makes no signatures of another algorithm, an unknown one, or one with a broken hash', async () => {
      const { alias } = await makeKey(EC);
      for (const name of ['SHA256WithRSA', 'Ed25519', 'SHA1withECDSA', 'ROT13withECDSA', '']) {
        await assert.rejects(token.sign(alias, name, MESSAGE), { code: 'crypto_token.unsupported_signature' }, name);
      }
    });

    it('signs what rests on SHA-1 for callers who ask for that', async () => {
      const { alias, publicKey } = await makeKey(EC);
      const name = 'SHA1withECDSA';
      const signature = await token.sign(alias, name, MESSAGE, { allowSha1: true });
      assert.ok(isSignature(signature, name, MESSAGE, publicKey));
      const sha1 = digest(hashAlgorithmByName('SHA-1'), MESSAGE);
      const ofDigest = await token.signDigest(alias, name, sha1, { allowSha1: true });
      assert.ok(isSignature(ofDigest, name, MESSAGE, publicKey));
      await assert.rejects(token.signDigest(alias, name, sha1), { code: 'crypto_token.unsupported_signature' });
    });

    it('signs no digest that is not of the hash, nor one by an algorithm that takes the message', async () => {
      const { alias } = await makeKey(EC);
      const { alias: edwards } = await makeKey({ algorithm: 'Ed25519', specification: '' });
      const unsupported = { code: 'crypto_token.unsupported_signature' };
      for (const length of [0, 31, 33, 64]) {
        await assert.rejects(token.signDigest(alias, ECDSA, new Uint8Array(length)), unsupported);
      }
      await assert.rejects(token.signDigest(edwards, 'Ed25519', new Uint8Array(64)), unsupported);
      await assert.rejects(token.signDigest(alias, 'SHA256WithRSA', new Uint8Array(32)), unsupported);
    });

    it('hands out no signature that does not fit the key that is to verify it', async () => {
      const [{ alias, publicKey }, { publicKey: other }] = [await makeKey(EC), await makeKey(EC)];
      const { publicKey: ofAnotherKind } = await makeKey({ algorithm: 'RSA', specification: '2048' });
      const signature = await token.sign(alias, ECDSA, MESSAGE, { verifiedBy: parsePublicKey(publicKey) });
      assert.ok(isSignature(signature, ECDSA, MESSAGE, publicKey));
      for (const wrong of [other, ofAnotherKind]) {
        await assert.rejects(token.sign(alias, ECDSA, MESSAGE, { verifiedBy: parsePublicKey(wrong) }), {
          code: 'crypto_token.wrong_signature',
        });
      }
    });

    it('that is only to encrypt does not sign, and proves itself all the same', async () => {
      const { alias } = await makeKey({ ...EC, keyUsage: 'ENCRYPT' });
      await assert.rejects(token.sign(alias, ECDSA, MESSAGE), { code: 'crypto_token.unsupported_signature' });
      await token.testKey(alias);
    });

    for (const [algorithm, specification] of decryptingKeys) {
      it(`of ${algorithm} ${specification} opens what was sealed for it, and nothing else`, async () => {
        const [own, other] = [
          await makeKey({ algorithm, specification, keyUsage: 'ENCRYPT' }),
          await makeKey({ algorithm, specification }),
        ];
        for (const keyPair of [own, other]) {
          const envelope = seal(keyPair.publicKey);
          const { wrapped } = envelope.recipients[0]!;
          assert.deepEqual(envelope.open(await token.unwrapKey(keyPair.alias, wrapped), []), MESSAGE);
          await token.testKey(keyPair.alias);
        }
        const envelope = seal(own.publicKey);
        const { wrapped } = envelope.recipients[0]!;
        const damaged = { ...wrapped, encryptedKey: wrapped.encryptedKey.toReversed() };
        for (const [alias, key] of [
          [other.alias, wrapped],
          [own.alias, damaged],
        ] as const) {
          const opened = await token.unwrapKey(alias, key);
          assert.equal(opened.length, 32);
          assert.throws(() => envelope.open(opened, []), { code: 'cms.not_opened' });
        }
      });
    }

    it('does not decrypt when it is only to sign, nor what was sealed for a key of another kind', async () => {
      const unsupported = { code: 'crypto_token.unsupported_decryption' };
      const RSA = { algorithm: 'RSA', specification: '2048' };
      const kinds = [
        [EC, [RSA, { ...EC, specification: 'P-384' }]],
        [RSA, [EC, { ...RSA, specification: '3072' }]],
      ] as const;
      for (const [own, others] of kinds) {
        const signing = await makeKey({ ...own, keyUsage: 'SIGN' });
        await assert.rejects(token.unwrapKey(signing.alias, wrappedFor(signing.publicKey)), unsupported);
        const both = await makeKey({ ...own, keyUsage: 'SIGN_ENCRYPT' });
        assert.equal((await token.unwrapKey(both.alias, wrappedFor(both.publicKey))).length, 32);
        for (const other of others) {
          const { publicKey } = await makeKey(other);
          await assert.rejects(token.unwrapKey(both.alias, wrappedFor(publicKey)), unsupported);
        }
      }
      await assert.rejects(token.unwrapKey('nobody', wrappedFor((await makeKey(EC)).publicKey)), {
        code: 'crypto_token.unknown_alias',
      });
    });

    it('agrees on no secret with a point that is not on its curve', async () => {
      const { alias, publicKey } = await makeKey({ ...EC, keyUsage: 'ENCRYPT' });
      const envelope = seal(publicKey);
      const { wrapped } = envelope.recipients[0]!;
      assert.ok(wrapped.type === 'ecdh');
      const off = wrapped.ephemeralKey.slice();
      off[64]! ^= 1;
      const opened = await token.unwrapKey(alias, { ...wrapped, ephemeralKey: off });
      assert.throws(() => envelope.open(opened, []), { code: 'cms.not_opened' });
    });

    it('decrypts for many at the same time', async () => {
      const { alias, publicKey } = await makeKey({ ...EC, keyUsage: 'ENCRYPT' });
      token.refresh(description.properties);
      const envelopes = Array.from({ length: 32 }, () => seal(publicKey));
      const keys = await Promise.all(envelopes.map(({ recipients }) => token.unwrapKey(alias, recipients[0]!.wrapped)));
      for (const [index, envelope] of envelopes.entries()) assert.deepEqual(envelope.open(keys[index]!, []), MESSAGE);
    });

    it('signs for many at the same time', async () => {
      const { alias, publicKey } = await makeKey(EC);
      token.refresh(description.properties);
      const messages = Array.from({ length: 32 }, () => randomBytes(40));
      const signatures = await Promise.all(messages.map((message) => token.sign(alias, ECDSA, message)));
      assert.ok(signatures.every((signature, index) => isSignature(signature, ECDSA, messages[index]!, publicKey)));
    });
  });

  describe('a token', () => {
    it('is active until it is closed, and then offline for everything', async () => {
      const { alias, publicKey } = await makeKey(EC);
      const opened = await contract.driver.open(description, protection, CODE, ownSlot);
      assert.equal(opened.state, 'active');
      await opened.sign(alias, ECDSA, MESSAGE);
      opened.close();
      opened.close();
      assert.equal(opened.state, 'offline');
      const offline = { code: 'crypto_token.offline', kind: 'unavailable', message: 'Device was unavailable.' };
      await assert.rejects(opened.sign(alias, ECDSA, MESSAGE), offline);
      await assert.rejects(opened.signDigest(alias, ECDSA, new Uint8Array(32)), offline);
      await assert.rejects(opened.unwrapKey(alias, wrappedFor(publicKey)), offline);
      await assert.rejects(opened.generateKeyPair({ ...EC, alias: keyAlias('late') }), offline);
      await assert.rejects(opened.removeKeyPair(alias, publicKey), offline);
      await assert.rejects(opened.listKeys(), offline);
      await assert.rejects(opened.publicKey(alias), offline);
      await assert.rejects(opened.testKey(alias), offline);
    });

    it('has the same keys when it is opened again', async () => {
      const { alias, publicKey } = await makeKey(EC);
      const opened = await contract.driver.open(description, protection, CODE, ownSlot);
      assert.ok(isSignature(await opened.sign(alias, ECDSA, MESSAGE), ECDSA, MESSAGE, publicKey));
      opened.close();
    });

    it('is not opened by a wrong code, not even before it has keys', async () => {
      const wrong = { code: 'crypto_token.wrong_activation_code', message: 'Invalid activation code' };
      const fresh = contract.newToken();
      const made = await contract.driver.initialize(fresh, CODE, ownSlot);
      made.token.close();
      for (const code of ['', `${CODE} `, CODE.toUpperCase(), 'x'.repeat(5000)]) {
        await assert.rejects(contract.driver.open(fresh, made.protection, code, ownSlot), wrong);
      }
    });

    it('can be given another code, which then is the only one', async () => {
      const fresh = contract.newToken();
      const made = await contract.driver.initialize(fresh, CODE, ownSlot);
      const { alias, publicKey } = await makeKey(EC, made.token, fresh.id);
      made.token.close();
      const wrong = { code: 'crypto_token.wrong_activation_code' };
      await assert.rejects(contract.driver.changeCode(fresh, made.protection, 'wrong', 'new code', ownSlot), wrong);
      const changed = await contract.driver.changeCode(fresh, made.protection, CODE, 'new code', ownSlot);
      await assert.rejects(contract.driver.open(fresh, changed, CODE, ownSlot), wrong);
      const opened = await contract.driver.open(fresh, changed, 'new code', ownSlot);
      assert.ok(isSignature(await opened.sign(alias, ECDSA, MESSAGE), ECDSA, MESSAGE, publicKey));
      opened.close();
    });
  });
}

/** The message, sealed for a public key. */
function seal(publicKey: Uint8Array): AuthEnvelopedData {
  const random = (octets: number) => new Uint8Array(randomBytes(octets));
  const recipients = [{ publicKey: parsePublicKey(publicKey) }];
  return AuthEnvelopedData.parse(sealContent({ content: MESSAGE, attributes: [], recipients, random }));
}

function wrappedFor(publicKey: Uint8Array): WrappedKey {
  return seal(publicKey).recipients[0]!.wrapped;
}

/** Tells whether `node:crypto` accepts a signature. */
function isSignature(signature: Uint8Array, name: string, data: Uint8Array, publicKey: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  const { digest, options } = signatureAlgorithmByName(name).node;
  return verify(digest, data, { key, ...options }, signature);
}

const CODE = 'foo123 ünï';
const ownSlot: RequireOwnSlot = async () => {};
const MESSAGE = new TextEncoder().encode('what is to be signed');
const EC = { algorithm: 'EC', specification: 'P-256' } as const;
const ECDSA = 'SHA256withECDSA';
