import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { TEST_SCRYPT_COST, TokenInstallation } from '../../../test/token-installation.ts';
import type { Write } from '../../kernel/unit-of-work.ts';
import {
  type CryptoToken,
  keyAlias,
  type StoredKeyPair,
  type TokenDescription,
} from '../../modules/crypto-tokens/index.ts';
import { testCryptoTokenContract } from '../../../test/contracts/crypto-token-contract.ts';
import { SoftwareSignatures } from './software-signatures.ts';
import { SoftwareTokenDriver } from './software-token.ts';

const EC = { algorithm: 'EC', specification: 'P-256' } as const;

async function start() {
  const installation = await TokenInstallation.start();
  const { store, random } = installation;
  const signatures = new SoftwareSignatures(assert.ifError);
  return {
    installation,
    driver: new SoftwareTokenDriver({ keyPairs: store, random, signatures, scryptCost: TEST_SCRYPT_COST }),
  };
}

function newToken({ ids }: TokenInstallation): TokenDescription {
  return { id: ids.next(), type: 'SoftCryptoToken', properties: {} };
}

testCryptoTokenContract(async () => {
  const { installation, driver } = await start();
  return {
    driver,
    newToken: () => newToken(installation),
    keep: (tokenId, keyPair) => installation.keep(tokenId, keyPair),
    discard: (tokenId, alias) => installation.discard(tokenId, alias),
    close: () => installation.close(),
  };
});

describe('a stored software key', () => {
  let installation: TokenInstallation;
  let driver: SoftwareTokenDriver;
  let description: TokenDescription;
  let token: CryptoToken;
  let keyPair: StoredKeyPair;

  before(async () => {
    ({ installation, driver } = await start());
    description = newToken(installation);
    ({ token } = await driver.initialize(description, 'code'));
    keyPair = await token.generateKeyPair({ ...EC, alias: keyAlias('original') });
  });
  after(() => installation.close());

  /** Stores a row made of the original's and tries to sign with it. */
  async function signWith(changes: Partial<StoredKeyPair>, on = token, tokenId = description.id) {
    const alias = changes.alias ?? `copy-${installation.ids.next()}`;
    await installation.keep(tokenId, { ...keyPair, alias, ...changes });
    return on.sign(alias, 'SHA256withECDSA', new Uint8Array(1));
  }

  it('is usable as it was made', async () => {
    await signWith({ alias: 'original' });
  });

  it('is refused under another alias', async () => {
    await assert.rejects(signWith({ alias: 'other' }), { code: 'crypto_token.damaged_key', kind: 'unavailable' });
  });

  it('is refused in another token, even one of the same code', async () => {
    const other = newToken(installation);
    const { token: otherToken } = await driver.initialize(other, 'code');
    await assert.rejects(signWith({ alias: 'original' }, otherToken, other.id), { code: 'crypto_token.damaged_key' });
  });

  it('is refused beside another public key, algorithm or specification', async () => {
    const { publicKey } = await token.generateKeyPair({ ...EC, alias: keyAlias('unrelated') });
    for (const changes of [{ publicKey }, { algorithm: 'RSA' }, { specification: 'P-384' }]) {
      await installation.discard(description.id, 'original');
      token.refresh(description.properties);
      await assert.rejects(signWith({ alias: 'original', ...changes }), { code: 'crypto_token.damaged_key' });
    }
  });

  it('is refused when it is empty, cut off or changed', async () => {
    const whole = keyPair.protectedKey!;
    const flipped = whole.slice();
    flipped[40]! ^= 1;
    const ofNewerVersion = whole.slice();
    ofNewerVersion[0] = 2;
    for (const protectedKey of [
      null,
      new Uint8Array(),
      whole.subarray(0, 20),
      whole.subarray(0, -1),
      flipped,
      ofNewerVersion,
    ]) {
      await installation.discard(description.id, 'original');
      token.refresh(description.properties);
      await assert.rejects(signWith({ alias: 'original', protectedKey }), { code: 'crypto_token.damaged_key' });
    }
  });

  it('holds nothing of the private key in clear', () => {
    // The head of every PKCS#8 of this curve: version 0, id-ecPublicKey, prime256v1.
    const head = '020100301306072a8648ce3d020106082a8648ce3d030107';
    assert.ok(!keyPair.protectedKey!.toHex().includes(head));
  });
});

describe('a software token', () => {
  let installation: TokenInstallation;
  let driver: SoftwareTokenDriver;

  before(async () => {
    ({ installation, driver } = await start());
  });
  after(() => installation.close());

  it('is not opened with the protection of another token', async () => {
    const description = newToken(installation);
    const { protection } = await driver.initialize(description, 'code');
    await assert.rejects(driver.open(newToken(installation), protection, 'code'), {
      code: 'crypto_token.wrong_activation_code',
    });
  });

  it('says that its protection is damaged when it is not one, or would cost too much', async () => {
    const description = newToken(installation);
    const protection = (await driver.initialize(description, 'code')).protection!;
    const with2 = (at: number, octet: number) => protection.with(at, octet);
    for (const damaged of [
      null,
      new Uint8Array(),
      protection.subarray(1),
      with2(0, 9),
      with2(1, 0),
      with2(1, 40),
      with2(2, 0),
      with2(3, 0),
      with2(3, 255),
    ]) {
      await assert.rejects(driver.open(description, damaged, 'code'), { code: 'crypto_token.damaged' });
    }
  });

  it('takes a code however its accents were typed', async () => {
    const description = newToken(installation);
    const { protection } = await driver.initialize(description, 'u\u0308ber');
    (await driver.open(description, protection, '\u00fcber')).close();
  });

  it('is not made with a code that protects nothing', async () => {
    for (const code of ['', 'x'.repeat(1025), '\ud800']) {
      await assert.rejects(driver.initialize(newToken(installation), code), {
        code: 'crypto_token.unusable_activation_code',
      });
    }
  });

  it('does not make keys that could do nothing', async () => {
    const { token } = await driver.initialize(newToken(installation), 'code');
    for (const [algorithm, keyUsage] of [
      ['Ed25519', 'ENCRYPT'],
      ['ML-DSA-44', 'SIGN_ENCRYPT'],
      ['X25519', 'SIGN'],
      ['ML-KEM-768', 'SIGN_ENCRYPT'],
    ] as const) {
      const request = { alias: keyAlias('useless'), algorithm, specification: '', keyUsage };
      await assert.rejects(token.generateKeyPair(request), { code: 'crypto_token.unsupported_algorithm' }, algorithm);
    }
  });

  for (const [algorithm, specification] of [
    ['RSA', '2048'],
    ['EC', 'brainpoolP256r1'],
    ['X25519', ''],
    ['X448', ''],
    ['ML-KEM-768', ''],
  ] as const) {
    it(`tests a key of ${algorithm} ${specification} that encrypts`, async () => {
      const description = newToken(installation);
      const { token } = await driver.initialize(description, 'code');
      const alias = keyAlias('encrypting');
      await installation.keep(
        description.id,
        await token.generateKeyPair({ alias, algorithm, specification, keyUsage: 'ENCRYPT' }),
      );
      await token.testKey(alias);
    });
  }

  it('takes keys from outside that it would make itself, and signs with them', async () => {
    const description = newToken(installation);
    const { token } = await driver.initialize(description, 'code');
    const pkcs8 = (key: KeyObject) => new Uint8Array(key.export({ format: 'der', type: 'pkcs8' }));
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
    const alias = keyAlias('foreign');
    const keyPair = await token.importKeyPair({ alias, privateKey: pkcs8(privateKey) });
    assert.deepEqual([keyPair.algorithm, keyPair.specification], ['ECDSA', 'P-384']);
    await installation.keep(description.id, keyPair);
    const data = new Uint8Array(100);
    assert.ok(verify('sha384', data, publicKey, await token.sign(alias, 'SHA384withECDSA', data)));
    await assert.rejects(token.importKeyPair({ alias, privateKey: pkcs8(privateKey) }), {
      code: 'crypto_token.alias_in_use',
    });
    const { privateKey: weak } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { privateKey: odd } = generateKeyPairSync('ec', { namedCurve: 'sect283k1' });
    for (const [other, code] of [
      [pkcs8(weak), 'crypto_token.unsupported_specification'],
      [pkcs8(odd), 'crypto_token.unsupported_algorithm'],
      [Uint8Array.of(1, 2, 3), 'crypto_token.unsupported_algorithm'],
    ] as const) {
      await assert.rejects(token.importKeyPair({ alias: keyAlias('other'), privateKey: other }), { code });
    }
  });

  it('lists more key pairs than it reads at once', async () => {
    const description = newToken(installation);
    const { token } = await driver.initialize(description, 'code');
    const keyPair = await token.generateKeyPair({ ...EC, alias: keyAlias('one') });
    const writes = Array.from({ length: 1001 }, (_, index) => {
      const id = installation.ids.next();
      return {
        op: 'crypto-token-key.insert',
        tokenId: description.id,
        createdMs: 0,
        ...keyPair,
        id,
        alias: `${index}`,
      };
    });
    await installation.commit(writes satisfies readonly Write[]);
    const listed = await token.listKeys();
    assert.equal(new Set(listed.map(({ alias }) => alias)).size, 1001);
  });
});
