/** Conversion of a key's fields, which follow the type's name in a key and the nonce in a certificate, to a SubjectPublicKeyInfo and back. */
import { curveByName, encodeAlgorithmIdentifier, keyAlgorithmByName, NULL_PARAMETERS } from '../algorithm/index.ts';
import { readDer, writeDer } from '../der/index.ts';
import { parsePublicKey, type PublicKey } from '../public-key/index.ts';
import { SshError } from './errors.ts';
import type { SshKeyType } from './key-types.ts';
import type { SshReader } from './wire-reader.ts';
import { type SshWriter, writeSsh } from './wire-writer.ts';

/** The fields of a key. */
export interface KeyFields {
  readonly publicKey: PublicKey;
  /** Purpose of a key on a FIDO token, `ssh:` unless its owner chose another. */
  readonly application: string | undefined;
}

/**
 * Reads the fields of a key of `type`. It passes the same checks as a key in a certificate of X.509.
 *
 * @throws {SshError}
 * @throws {PublicKeyError} for a key that is too small, too large, or whose point does not fit its curve
 */
export function readKeyFields(reader: SshReader, type: SshKeyType): KeyFields {
  const publicKey = parsePublicKey(readSubjectPublicKeyInfo(reader, type));
  const application = type.securityKey ? reader.readText() : undefined;
  return { publicKey, application };
}

/** Encodes the fields of a key that is not a security key. */
export function encodeKeyFields({ algorithm, keyBytes }: PublicKey, type: SshKeyType): Uint8Array {
  return writeSsh((writer) => {
    if (algorithm.name === 'RSA') writeRsaNumbers(writer, keyBytes);
    else if (type.curve === undefined) writer.string(keyBytes);
    else writer.text(type.curve.identifier).string(keyBytes);
  });
}

function readSubjectPublicKeyInfo(reader: SshReader, type: SshKeyType): Uint8Array {
  const { oid } = keyAlgorithmByName(type.algorithm);
  if (type.algorithm === 'RSA') {
    const exponent = reader.readMpint();
    const modulus = reader.readMpint();
    const key = writeDer((writer) => writer.sequence(() => writer.unsignedInteger(modulus).unsignedInteger(exponent)));
    return subjectPublicKeyInfo(encodeAlgorithmIdentifier(oid, NULL_PARAMETERS), key);
  }
  if (type.curve === undefined) return subjectPublicKeyInfo(encodeAlgorithmIdentifier(oid), reader.readString());
  const identifier = reader.readText();
  if (identifier !== type.curve.identifier) {
    throw new SshError('ssh.type_mismatch', `a key of the type ${type.name} does not name its curve`);
  }
  const curve = writeDer((writer) => writer.oid(curveByName(type.curve!.name).oid));
  return subjectPublicKeyInfo(encodeAlgorithmIdentifier(oid, curve), reader.readString());
}

function subjectPublicKeyInfo(algorithm: Uint8Array, key: Uint8Array): Uint8Array {
  return writeDer((writer) => writer.sequence(() => writer.raw(algorithm).bitString(key)));
}

/** RFC 4253 §6.6: the exponent stands first. */
function writeRsaNumbers(writer: SshWriter, keyBytes: Uint8Array): void {
  readDer(keyBytes, (reader) => {
    const key = reader.readSequence();
    const modulus = key.readIntegerBytes();
    writer.mpint(key.readIntegerBytes()).mpint(modulus);
  });
}
