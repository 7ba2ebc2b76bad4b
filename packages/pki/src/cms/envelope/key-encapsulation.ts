/** Recipients for whom a secret is encapsulated: `KEMRecipientInfo` with ML-KEM (RFC 9629, RFC 9936). */
import { encapsulate } from 'node:crypto';
import { encodeAlgorithmIdentifier, findKeyAlgorithm, readAlgorithmIdentifier } from '../../algorithm/index.ts';
import { contextConstructed, type DerReader, type DerWriter, writeDer } from '../../der/index.ts';
import type { PublicKey } from '../../public-key/index.ts';
import { readSignerIdentifier, writeSignerIdentifier } from '../signer-identifier.ts';
import { AES256_WRAP, HKDF_SHA256, KEM_RECIPIENT } from './identifiers.ts';
import { isKeyWrap, KEY_BITS, keyEncryptionKey, wrapUnder } from './key-encryption-key.ts';
import type { ReadRecipient } from './read-recipient.ts';

/** Encodes a recipient with a key of ML-KEM. */
export function encodeKeyEncapsulation(
  { algorithm, keyObject }: PublicKey,
  keyIdentifier: Uint8Array,
  contentKey: Uint8Array,
): Uint8Array {
  const { sharedKey, ciphertext } = encapsulate(keyObject);
  const kek = keyEncryptionKey('ml-kem', sharedKey, otherInfo(undefined));
  const encryptedKey = wrapUnder(kek, contentKey);
  sharedKey.fill(0);
  kek.fill(0);
  return writeDer((writer) =>
    writer.constructed(OTHER_RECIPIENT, () => {
      writer.oid(KEM_RECIPIENT).sequence(() => {
        writer.integer(VERSION);
        writeSignerIdentifier(writer, { type: 'subjectKeyIdentifier', keyIdentifier });
        writer.raw(encodeAlgorithmIdentifier(algorithm.oid)).octetString(ciphertext);
        writer.raw(encodeAlgorithmIdentifier(HKDF_SHA256)).integer(KEY_OCTETS);
        writer.raw(WRAP).octetString(encryptedKey);
      });
    }),
  );
}

/** Reads the content of an OtherRecipientInfo; empty when it is of another type. @throws {DerError} */
export function readOtherRecipient(content: DerReader): readonly ReadRecipient[] {
  if (content.readOid() !== KEM_RECIPIENT) return [];
  const info = content.readSequence();
  content.finish();
  return [readKemRecipient(info)];
}

function readKemRecipient(info: DerReader): ReadRecipient {
  info.readSmallInteger(VERSION);
  const identifier = readSignerIdentifier(info);
  const kem = readAlgorithmIdentifier(info);
  const ciphertext = info.readOctetString();
  const kdf = readAlgorithmIdentifier(info);
  const keyOctets = info.readSmallInteger(MAX_KEY_OCTETS);
  const ukm = info.readExplicitValue(0, (inner) => inner.readOctetString());
  const wrap = readAlgorithmIdentifier(info);
  const encryptedKey = info.readOctetString();
  info.finish();
  const algorithm = findKeyAlgorithm(kem.oid);
  const isKnown =
    algorithm?.encapsulates === true &&
    kem.parameters === undefined &&
    kdf.oid === HKDF_SHA256 &&
    kdf.parameters === undefined &&
    keyOctets === KEY_OCTETS &&
    isKeyWrap(wrap);
  const wrapped = isKnown
    ? ({ type: 'ml-kem', algorithm: algorithm.name, ciphertext, encryptedKey, info: otherInfo(ukm) } as const)
    : undefined;
  return { identifier, wrapped };
}

/** `CMSORIforKEMOtherInfo` (RFC 9629 §5). */
function otherInfo(ukm: Uint8Array | undefined): Uint8Array {
  return writeDer((writer: DerWriter) =>
    writer.sequence(() => {
      writer.raw(WRAP).integer(KEY_OCTETS);
      if (ukm !== undefined) writer.explicit(0, () => writer.octetString(ukm));
    }),
  );
}

const VERSION = 0;
const OTHER_RECIPIENT = contextConstructed(4);
const WRAP = encodeAlgorithmIdentifier(AES256_WRAP);
const KEY_OCTETS = KEY_BITS / 8;
/** The most that the structure can say. */
const MAX_KEY_OCTETS = 65_535;
