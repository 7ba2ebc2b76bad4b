/** Envelopes of kept keys in CMS: AuthEnvelopedData (RFC 5083) around an asymmetric key package (RFC 5958). */
import { createPrivateKey, createPublicKey, hash } from 'node:crypto';
import {
  AuthEnvelopedData,
  type CmsAttribute,
  type CmsAttributeType,
  compareBytes,
  DistinguishedName,
  makeCmsAttribute,
  oid,
  parsePrivateKeyInfo,
  parsePublicKey,
  PkiError,
  type PublicKey,
  readDer,
  sealContent,
  serialNumberFromBytes,
  serialNumberToBytes,
  writeDer,
} from '@sealwright/pki';
import type { Random } from '../../kernel/random.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { type CryptoTokens, UnknownKeyAliasError } from '../crypto-tokens/index.ts';
import { EscrowKeyMissingError, KeptKeyDamagedError } from './errors.ts';
import type { EscrowKeyName } from './kept-key.ts';
import type { KeyBinding, KeyEnvelopes } from './key-envelopes.ts';

export interface CmsKeyEnvelopesDeps {
  readonly random: Random;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair' | 'unwrapKey'>;
}

/** Makes and opens envelopes. Each has a new content key, which only the crypto token of the escrow key can recover. */
export class CmsKeyEnvelopes extends WithDeps<CmsKeyEnvelopesDeps> implements KeyEnvelopes {
  make(privateKey: Uint8Array, binding: KeyBinding, escrowKey: PublicKey): Uint8Array {
    const content = keyPackage(privateKey);
    try {
      return sealContent({
        content,
        contentType: KEY_PACKAGE,
        attributes: attributesOf(binding),
        recipients: [{ publicKey: escrowKey }],
        random: (octets) => this.deps.random.bytes(octets),
      });
    } finally {
      content.fill(0);
    }
  }

  async open(envelope: Uint8Array, binding: KeyBinding, escrowKey: EscrowKeyName): Promise<Uint8Array> {
    const { tokens } = this.deps;
    const { tokenId, alias } = escrowKey;
    const missing = (cause?: unknown) => new EscrowKeyMissingError(binding.serialNumber, alias, { cause });
    const { publicKey } = await inToken(() => tokens.getKeyPair(tokenId, alias), missing);
    // Another key under the same alias cannot open it.
    if (compareBytes(sha256(publicKey), escrowKey.publicKeySha256) !== 0) throw missing();
    const damaged = (cause?: unknown) => new KeptKeyDamagedError(binding.serialNumber, { cause });
    const parsed = understood(() => AuthEnvelopedData.parse(envelope), damaged);
    const recipient = parsed.recipient(parsePublicKey(publicKey).keyIdentifier);
    if (recipient === undefined) throw damaged();
    const contentKey = await inToken(() => tokens.unwrapKey(tokenId, alias, recipient.wrapped), missing);
    const content = understood(() => parsed.open(contentKey, attributesOf(binding)), damaged);
    try {
      const privateKey = understood(() => packagedKey(content), damaged);
      if (compareBytes(publicKeySha256(privateKey, damaged), binding.publicKeySha256) === 0) return privateKey;
      privateKey.fill(0);
      throw damaged();
    } finally {
      content.fill(0);
    }
  }
}

/** Attribute that identifies the certificate of a kept key: `SEQUENCE { issuer Name, serialNumber INTEGER, publicKeySha256 OCTET STRING }`. */
const certificateBinding: CmsAttributeType<KeyBinding> = {
  oid: oid('2.25.291752716492733675158019758032772040010'),
  name: 'keptKeyCertificate',
  encode: ({ issuer, serialNumber, publicKeySha256: digest }) =>
    writeDer((writer) =>
      writer.sequence(() =>
        writer.raw(issuer.der).unsignedInteger(serialNumberToBytes(serialNumber)).octetString(digest),
      ),
    ),
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const issuer = DistinguishedName.fromDer(sequence.readAny().raw);
      const serialNumber = serialNumberFromBytes(sequence.readIntegerBytes());
      const digest = sequence.readOctetString();
      sequence.finish();
      return { issuer, serialNumber, publicKeySha256: digest };
    }),
};

function attributesOf(binding: KeyBinding): readonly CmsAttribute[] {
  return [makeCmsAttribute(certificateBinding, binding)];
}

/** Encodes `AsymmetricKeyPackage ::= SEQUENCE SIZE (1..MAX) OF OneAsymmetricKey` with one key. */
function keyPackage(privateKey: Uint8Array): Uint8Array {
  return writeDer((writer) => writer.sequence(() => writer.raw(privateKey)));
}

function packagedKey(content: Uint8Array): Uint8Array {
  return readDer(content, (reader) => {
    const keys = reader.readSequence();
    const { raw } = keys.readSequenceElement();
    keys.finish();
    return Uint8Array.from(parsePrivateKeyInfo(raw).der);
  });
}

function publicKeySha256(privateKey: Uint8Array, damaged: (cause?: unknown) => Error): Uint8Array {
  try {
    const key = Buffer.from(privateKey.buffer, privateKey.byteOffset, privateKey.length);
    const publicKey = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
    return sha256(publicKey.export({ format: 'der', type: 'spki' }));
  } catch (cause) {
    privateKey.fill(0);
    throw damaged(cause);
  }
}

function understood<T>(read: () => T, damaged: (cause: unknown) => Error): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof PkiError ? damaged(error) : error;
  }
}

async function inToken<T>(use: () => Promise<T>, missing: (cause: unknown) => Error): Promise<T> {
  try {
    return await use();
  } catch (error) {
    throw error instanceof UnknownKeyAliasError ? missing(error) : error;
  }
}

function sha256(octets: Uint8Array): Uint8Array {
  return hash('sha256', octets, 'buffer');
}

/** `id-ct-KP-aKeyPackage` (RFC 5958 §2). */
const KEY_PACKAGE = oid('2.16.840.1.101.2.1.2.78.5');
