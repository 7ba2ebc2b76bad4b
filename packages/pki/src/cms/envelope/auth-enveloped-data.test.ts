import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { oid, writeDer } from '../../der/index.ts';
import { parsePublicKey } from '../../public-key/index.ts';
import { type CmsAttribute, makeCmsAttribute } from '../attribute.ts';
import { contentType, mimeType } from '../basic-attributes.ts';
import { DATA, SIGNED_DATA } from '../content-types.ts';
import { AuthEnvelopedData, sealContent, unwrapKey, type UnwrappingKeyPair } from './index.ts';

describe('a sealed content', () => {
  for (const [name, make] of Object.entries(keyPairs())) {
    it(`is opened by ${name}, and by no other key of the kind`, async () => {
      const [own, other] = [make(), make()];
      const envelope = AuthEnvelopedData.parse(seal([own]));
      const { wrapped } = envelope.recipient(own.publicKey.keyIdentifier)!;
      assert.deepEqual(envelope.open(await unwrapKey(own, wrapped, random), ATTRIBUTES), CONTENT);
      const wrongKey = await unwrapKey(other, wrapped, random);
      assert.equal(wrongKey.length, 32);
      assert.throws(() => envelope.open(wrongKey, ATTRIBUTES), { code: 'cms.not_opened' });
    });

    it(`is not opened when the key that is wrapped for ${name} was changed`, async () => {
      const own = make();
      const envelope = AuthEnvelopedData.parse(seal([own]));
      const [{ wrapped }] = envelope.recipients as [(typeof envelope.recipients)[0]];
      for (const field of ['encryptedKey', 'ephemeralKey', 'ciphertext', 'info']) {
        const octets = (wrapped as unknown as Record<string, Uint8Array>)[field];
        if (octets === undefined) continue;
        const key = await unwrapKey(own, { ...wrapped, [field]: changed(octets) }, random);
        assert.throws(() => envelope.open(key, ATTRIBUTES), { code: 'cms.not_opened' }, field);
      }
    });
  }

  it('is opened by each of its recipients', async () => {
    const pairs = Object.values(keyPairs()).map((make) => make());
    const envelope = AuthEnvelopedData.parse(seal(pairs));
    assert.equal(envelope.recipients.length, pairs.length);
    for (const pair of pairs) {
      const { wrapped } = envelope.recipient(pair.publicKey.keyIdentifier)!;
      assert.deepEqual(envelope.open(await unwrapKey(pair, wrapped, random), ATTRIBUTES), CONTENT);
    }
  });

  it('names a recipient as its certificate does', () => {
    const { publicKey } = keyPairs().X25519();
    const keyIdentifier = Uint8Array.of(1, 2, 3);
    const envelope = AuthEnvelopedData.parse(seal([{ publicKey, keyIdentifier }]));
    assert.deepEqual(envelope.recipients[0]!.identifier, { type: 'subjectKeyIdentifier', keyIdentifier });
    assert.equal(envelope.recipient(publicKey.keyIdentifier), undefined);
  });

  it('has the attributes that it was sealed with, for everybody to read', () => {
    assert.deepEqual(AuthEnvelopedData.parse(seal([keyPairs().X25519()])).attributes, ATTRIBUTES);
  });

  it('is given to nobody who expects other attributes', async () => {
    const own = keyPairs().X25519();
    const envelope = AuthEnvelopedData.parse(seal([own]));
    const { wrapped } = envelope.recipients[0]!;
    for (const expected of [[], [makeCmsAttribute(mimeType, 'text/html')], [...ATTRIBUTES, OTHER_ATTRIBUTE]]) {
      const key = await unwrapKey(own, wrapped, random);
      assert.throws(() => envelope.open(key, expected), { code: 'cms.other_attributes' });
      assert.deepEqual(key, new Uint8Array(32), 'the key is overwritten');
    }
  });

  it('is not opened when its attributes were changed', async () => {
    const own = keyPairs().X25519();
    const bytes = seal([own]);
    const text = new TextEncoder().encode('text/plain');
    bytes.set(new TextEncoder().encode('text/plaid'), Buffer.from(bytes).indexOf(text));
    const envelope = AuthEnvelopedData.parse(bytes);
    const key = await unwrapKey(own, envelope.recipients[0]!.wrapped, random);
    const claimed = [makeCmsAttribute(mimeType, 'text/plaid')];
    assert.deepEqual(envelope.attributes, claimed);
    assert.throws(() => envelope.open(key, claimed), { code: 'cms.not_opened' });
  });

  it('of another type than data has that among its attributes (RFC 5083 §2.1)', async () => {
    const own = keyPairs().X25519();
    const envelope = AuthEnvelopedData.parse(seal([own], { contentType: SIGNED_DATA }));
    assert.deepEqual(envelope.contentType, SIGNED_DATA);
    assert.ok(envelope.attributes.some(({ type }) => type === contentType.oid));
    const key = await unwrapKey(own, envelope.recipients[0]!.wrapped, random);
    assert.deepEqual(envelope.open(key, ATTRIBUTES), CONTENT);
  });

  it('may be empty, or large', async () => {
    const own = keyPairs().X25519();
    for (const content of [new Uint8Array(), random(1_000_000)]) {
      const envelope = AuthEnvelopedData.parse(seal([own], { content, attributes: [] }));
      const key = await unwrapKey(own, envelope.recipients[0]!.wrapped, random);
      assert.deepEqual(envelope.open(key, []), content);
    }
  });

  it('is not made for keys that only sign, are too short, or on other curves', () => {
    for (const [type, options] of [
      ['ed25519', {}],
      ['ml-dsa-44', {}],
      ['rsa', { modulusLength: 1024 }],
      ['rsa-pss', { modulusLength: 2048 }],
      ['ec', { namedCurve: 'secp256k1' }],
    ] as const) {
      assert.throws(() => seal([keyPair(type, options)]), { code: 'cms.unsupported_recipient' }, type);
    }
  });

  it('is never sealed by the same key or nonce twice', () => {
    const own = keyPairs().X25519();
    const drawn: string[] = [];
    const noting = (octets: number) => {
      const octetsDrawn = random(octets);
      drawn.push(octetsDrawn.toHex());
      return octetsDrawn;
    };
    for (let time = 0; time < 2; time++) seal([own], { random: noting });
    assert.equal(new Set(drawn).size, 4);
  });
});

describe('a message that is not such an envelope', () => {
  let own: UnwrappingKeyPair;
  let bytes: Uint8Array;

  before(() => {
    own = keyPairs().X25519();
    bytes = seal([own]);
  });

  it('of another content type is refused', () => {
    assert.throws(() => AuthEnvelopedData.parse(writeDer((writer) => writer.sequence(() => writer.oid(DATA)))), {
      code: 'cms.not_auth_enveloped_data',
    });
  });

  it('with a shorter tag is refused, although GCM would take it', () => {
    const parameters = Buffer.from(bytes).indexOf(Buffer.from('020110', 'hex'));
    const shortened = bytes.slice();
    shortened[parameters + 2] = 12;
    assert.throws(() => AuthEnvelopedData.parse(shortened), { code: 'cms.unsupported_algorithm' });
  });

  it('encrypted by another algorithm is refused', () => {
    const aes256 = Buffer.from('60864801650304012e', 'hex');
    const other = bytes.slice();
    other[Buffer.from(bytes).indexOf(aes256) + 8] = 0x06;
    assert.throws(() => AuthEnvelopedData.parse(other), { code: 'cms.unsupported_algorithm' });
  });

  it('for nobody whose key could be unwrapped is refused', () => {
    const scheme = Buffer.from('2b81040100', 'hex');
    const other = bytes.slice();
    const at = Buffer.from(bytes).indexOf(scheme.subarray(0, 4));
    other[at + 5] = 0x02;
    assert.throws(() => AuthEnvelopedData.parse(other), { code: 'cms.unsupported_recipient' });
  });

  it('for more recipients than are tried is refused', () => {
    assert.throws(() => AuthEnvelopedData.parse(seal(Array.from({ length: 17 }, () => own))), {
      code: 'cms.too_large',
    });
  });
});

function seal(
  recipients: Parameters<typeof sealContent>[0]['recipients'],
  others: Partial<Parameters<typeof sealContent>[0]> = {},
): Uint8Array {
  return sealContent({ content: CONTENT, attributes: ATTRIBUTES, recipients, random, ...others });
}

function keyPairs() {
  return {
    'RSA-2048': () => keyPair('rsa', { modulusLength: 2048 }),
    'P-256': () => keyPair('ec', { namedCurve: 'P-256' }),
    'P-384': () => keyPair('ec', { namedCurve: 'P-384' }),
    'P-521': () => keyPair('ec', { namedCurve: 'P-521' }),
    X25519: () => keyPair('x25519'),
    'ML-KEM-512': () => keyPair('ml-kem-512'),
    'ML-KEM-768': () => keyPair('ml-kem-768'),
    'ML-KEM-1024': () => keyPair('ml-kem-1024'),
  };
}

function keyPair(type: string, options: object = {}): UnwrappingKeyPair {
  // The types list each kind of key by itself.
  const { publicKey, privateKey } = (generateKeyPairSync as (type: string, options: object) => GeneratedPair)(
    type,
    options,
  );
  return { publicKey: parsePublicKey(publicKey.export({ format: 'der', type: 'spki' })), privateKey };
}

type GeneratedPair = ReturnType<typeof generateKeyPairSync> & {
  readonly publicKey: { export(options: { format: 'der'; type: 'spki' }): Uint8Array };
  readonly privateKey: UnwrappingKeyPair['privateKey'];
};

function changed(octets: Uint8Array): Uint8Array {
  const copy = octets.slice();
  copy[copy.length - 1]! ^= 1;
  return copy;
}

function random(octets: number): Uint8Array {
  return new Uint8Array(randomBytes(octets));
}

const CONTENT = new TextEncoder().encode('a private key');
const ATTRIBUTES: readonly CmsAttribute[] = [makeCmsAttribute(mimeType, 'text/plain')];
const OTHER_ATTRIBUTE: CmsAttribute = {
  type: oid('1.2.3'),
  values: [writeDer((writer) => writer.null())],
};
