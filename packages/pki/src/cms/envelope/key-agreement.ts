/** Recipients who agree on a secret: `KeyAgreeRecipientInfo` with ephemeral-static ECDH (RFC 5652 §6.2.2, RFC 5753 §3.1, RFC 8418). */
import { diffieHellman, generateKeyPairSync } from 'node:crypto';
import {
  type AlgorithmIdentifier,
  encodeAlgorithmIdentifier,
  findCurve,
  findKeyAlgorithm,
  isNull,
  readAlgorithmIdentifier,
} from '../../algorithm/index.ts';
import { contextConstructed, type DerReader, readDer, writeDer } from '../../der/index.ts';
import { parsePublicKey, type PublicKey } from '../../public-key/index.ts';
import { readSignerIdentifier } from '../signer-identifier.ts';
import { AES256_WRAP, ECDH_SHA256_KDF } from './identifiers.ts';
import { isKeyWrap, KEY_BITS, keyEncryptionKey, wrapUnder } from './key-encryption-key.ts';
import type { ReadRecipient, RecipientIdentifier } from './read-recipient.ts';
import type { AgreedKey } from './wrapped-key.ts';

/** Encodes a recipient with a key on a curve, and makes an ephemeral key for it. */
export function encodeKeyAgreement(
  recipient: PublicKey,
  keyIdentifier: Uint8Array,
  contentKey: Uint8Array,
): Uint8Array {
  const { spki, secret } = agreement(recipient);
  const kek = keyEncryptionKey('ecdh', secret, sharedInfo(undefined));
  const encryptedKey = wrapUnder(kek, contentKey);
  secret.fill(0);
  kek.fill(0);
  return writeDer((writer) =>
    writer.constructed(RECIPIENT, () =>
      writer
        .integer(VERSION)
        .explicit(0, () => writer.constructed(ORIGINATOR_KEY, () => writer.raw(contentOf(spki))))
        .raw(encodeAlgorithmIdentifier(ECDH_SHA256_KDF, WRAP))
        .sequence(() =>
          writer.sequence(() =>
            writer
              .constructed(RECIPIENT_KEY_IDENTIFIER, () => writer.octetString(keyIdentifier))
              .octetString(encryptedKey),
          ),
        ),
    ),
  );
}

/** Reads the content of a KeyAgreeRecipientInfo, which may have several recipients. @throws {DerError} */
export function readKeyAgreement(content: DerReader): readonly ReadRecipient[] {
  content.readSmallInteger(VERSION);
  const originator = content.readExplicit(0);
  const ephemeral = originator.nextIs(ORIGINATOR_KEY)
    ? readEphemeralKey(originator.readConstructed(ORIGINATOR_KEY))
    : (originator.readAny(), undefined);
  originator.finish();
  const ukm = content.readExplicitValue(1, (inner) => inner.readOctetString());
  const algorithm = readAlgorithmIdentifier(content);
  const keys = readRecipientKeys(content.readSequence());
  content.finish();
  const isKnown = algorithm.oid === ECDH_SHA256_KDF && isKeyWrap(parametersOf(algorithm));
  return keys.map(({ identifier, encryptedKey }) => ({
    identifier,
    wrapped:
      isKnown && ephemeral !== undefined
        ? { type: 'ecdh', ...ephemeral, encryptedKey, info: sharedInfo(ukm) }
        : undefined,
  }));
}

/** Makes a key pair on the curve of the recipient, and agrees on a secret. */
function agreement({ algorithm, curve, keyObject }: PublicKey): { spki: Uint8Array; secret: Uint8Array } {
  const { privateKey, publicKey } =
    curve === undefined
      ? generateKeyPairSync(algorithm.nodeType as 'x25519')
      : generateKeyPairSync('ec', { namedCurve: curve.nodeName });
  return {
    spki: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })),
    secret: diffieHellman({ privateKey, publicKey: keyObject }),
  };
}

/** The content of an OriginatorPublicKey; undefined for a key of a kind that nobody here has. */
function readEphemeralKey(content: DerReader): Pick<AgreedKey, 'algorithm' | 'curve' | 'ephemeralKey'> | undefined {
  const { oid, parameters } = readAlgorithmIdentifier(content);
  const ephemeralKey = content.readBitStringBytes();
  content.finish();
  const algorithm = findKeyAlgorithm(oid)?.name;
  if (algorithm !== 'ECDSA' && algorithm !== 'X25519') return undefined;
  // Many writers leave the curve to the recipient's own key (RFC 5753 §3.1.1).
  if (parameters === undefined || isNull(parameters)) return { algorithm, curve: undefined, ephemeralKey };
  const curve = findCurve(readDer(parameters, (reader) => reader.readOid()));
  return curve && { algorithm, curve: curve.name, ephemeralKey };
}

function readRecipientKeys(
  sequence: DerReader,
): readonly { readonly identifier: RecipientIdentifier; readonly encryptedKey: Uint8Array }[] {
  const keys = [];
  while (!sequence.atEnd) {
    const key = sequence.readSequence();
    const identifier = readRecipientIdentifier(key);
    const encryptedKey = key.readOctetString();
    key.finish();
    keys.push({ identifier, encryptedKey });
  }
  return keys;
}

/** `KeyAgreeRecipientIdentifier`: a key identifier stands in a structure of its own, with a date and other attributes that say no more. */
function readRecipientIdentifier(reader: DerReader): RecipientIdentifier {
  if (!reader.nextIs(RECIPIENT_KEY_IDENTIFIER)) return readSignerIdentifier(reader);
  const keyIdentifier = reader.readConstructed(RECIPIENT_KEY_IDENTIFIER).readOctetString();
  return { type: 'subjectKeyIdentifier', keyIdentifier };
}

/** `ECC-CMS-SharedInfo` (RFC 5753 §7.2). */
function sharedInfo(ukm: Uint8Array | undefined): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.raw(WRAP);
      if (ukm !== undefined) writer.explicit(0, () => writer.octetString(ukm));
      writer.explicit(2, () => writer.octetString(Uint8Array.of(0, 0, KEY_BITS >> 8, KEY_BITS & 0xff)));
    }),
  );
}

function parametersOf({ parameters }: AlgorithmIdentifier): AlgorithmIdentifier | undefined {
  return parameters && readDer(parameters, readAlgorithmIdentifier);
}

/** Returns what stands in a SubjectPublicKeyInfo, which an OriginatorPublicKey has, too. */
function contentOf(spki: Uint8Array): Uint8Array {
  return readDer(parsePublicKey(spki).der, (reader) => reader.readAny().content);
}

const VERSION = 3;
const RECIPIENT = contextConstructed(1);
const ORIGINATOR_KEY = contextConstructed(1);
const RECIPIENT_KEY_IDENTIFIER = contextConstructed(0);
const WRAP = encodeAlgorithmIdentifier(AES256_WRAP);
