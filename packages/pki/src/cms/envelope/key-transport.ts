/** Recipients whose public key encrypts: `KeyTransRecipientInfo` with RSAES-OAEP (RFC 5652 §6.2.1, RFC 4055 §4.1). */
import { constants, publicEncrypt } from 'node:crypto';
import {
  type AlgorithmIdentifier,
  encodeAlgorithmIdentifier,
  hashAlgorithmByName,
  isNull,
  NULL_PARAMETERS,
  readAlgorithmIdentifier,
} from '../../algorithm/index.ts';
import { type DerReader, readDer, writeDer } from '../../der/index.ts';
import type { PublicKey } from '../../public-key/index.ts';
import { readSignerIdentifier, writeSignerIdentifier } from '../signer-identifier.ts';
import { MGF1, P_SPECIFIED, RSAES_OAEP } from './identifiers.ts';
import type { ReadRecipient } from './read-recipient.ts';

/** Encodes a recipient of an RSA key. */
export function encodeKeyTransport(
  publicKey: PublicKey,
  keyIdentifier: Uint8Array,
  contentKey: Uint8Array,
): Uint8Array {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const encryptedKey = publicEncrypt({ key: publicKey.keyObject, padding, oaepHash: 'sha256' }, contentKey);
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.integer(VERSION_BY_KEY_IDENTIFIER);
      writeSignerIdentifier(writer, { type: 'subjectKeyIdentifier', keyIdentifier });
      writer.raw(encodeAlgorithmIdentifier(RSAES_OAEP, OAEP_PARAMETERS)).octetString(encryptedKey);
    }),
  );
}

/** Reads the content of a KeyTransRecipientInfo. @throws {DerError} */
export function readKeyTransport(content: DerReader): ReadRecipient {
  content.readSmallInteger(VERSION_BY_KEY_IDENTIFIER);
  const identifier = readSignerIdentifier(content);
  const algorithm = readAlgorithmIdentifier(content);
  const encryptedKey = content.readOctetString();
  content.finish();
  return { identifier, wrapped: isOaep(algorithm) ? { type: 'rsa-oaep', encryptedKey } : undefined };
}

/** Returns whether an algorithm is OAEP with SHA-256 throughout and no label. */
function isOaep({ oid, parameters }: AlgorithmIdentifier): boolean {
  if (oid !== RSAES_OAEP || parameters === undefined) return false;
  return readDer(parameters, (reader) => {
    const sequence = reader.readSequence();
    const hash = sequence.readExplicitValue(0, readAlgorithmIdentifier);
    const mask = sequence.readExplicitValue(1, readAlgorithmIdentifier);
    const source = sequence.readExplicitValue(2, readAlgorithmIdentifier);
    sequence.finish();
    if (hash === undefined || !isSha256(hash) || mask?.oid !== MGF1 || mask.parameters === undefined) return false;
    if (!isSha256(readDer(mask.parameters, readAlgorithmIdentifier))) return false;
    return source === undefined || (source.oid === P_SPECIFIED && isEmptyString(source.parameters));
  });
}

/** Without parameters, or with NULL (RFC 4055 §2.1). */
function isSha256({ oid, parameters }: AlgorithmIdentifier): boolean {
  return oid === SHA256.oid && (parameters === undefined || isNull(parameters));
}

function isEmptyString(parameters: Uint8Array | undefined): boolean {
  return parameters !== undefined && readDer(parameters, (reader) => reader.readOctetString()).length === 0;
}

/** The version of a recipient that is named by its subject key identifier; 0 by issuer and serial number. */
const VERSION_BY_KEY_IDENTIFIER = 2;
const SHA256 = hashAlgorithmByName('SHA-256');
const OAEP_PARAMETERS: Uint8Array = writeDer((writer) => {
  const hash = encodeAlgorithmIdentifier(SHA256.oid, NULL_PARAMETERS);
  writer.sequence(() =>
    writer.explicit(0, () => writer.raw(hash)).explicit(1, () => writer.raw(encodeAlgorithmIdentifier(MGF1, hash))),
  );
});
