/** Opening of wrapped keys with a private key in a device. */
import {
  type AgreedKey,
  contentKeyOfBlock,
  contentKeyOr,
  type EncryptedKey,
  ephemeralKeyOf,
  type PublicKey,
  unwrapWithSecret,
  type WrappedKey,
  writeDer,
} from '@sealwright/pki';
import type { Random } from '../../kernel/random.ts';
import { UnsupportedDecryptionError } from '../../modules/crypto-tokens/index.ts';
import { requireUnwrapping } from '../keys/index.ts';
import { CKG_MGF1, CKM, mechanismName } from './cryptoki.ts';
import type { DescribedKey } from './described-key.ts';
import { Pkcs11OperationError } from './errors.ts';
import type { DeviceSession } from './pkcs11-device.ts';
import { explainReturnValue } from './return-values.ts';

/**
 * As `CryptoToken.unwrapKey`. The device decrypts, or agrees on a secret; the rest is done here.
 *
 * @throws {@link UnsupportedDecryptionError} also when the device lacks the mechanism
 * @throws {@link Pkcs11OperationError} for faults that the wrapped key does not cause
 */
export async function unwrapInDevice(
  session: DeviceSession,
  key: DescribedKey,
  wrapped: WrappedKey,
  random: Random,
): Promise<Uint8Array> {
  const publicKey = requireUnwrapping(key.info, wrapped);
  const use = { session, key, publicKey, random: (octets: number) => random.bytes(octets) };
  if (wrapped.type === 'rsa-oaep') return decrypt(use, wrapped);
  if (wrapped.type === 'ecdh') return agree(use, wrapped);
  throw new UnsupportedDecryptionError(
    'Keys of ML-KEM in a device cannot decrypt: pkcs11js does not decapsulate. Use a key of RSA or on a curve, or a crypto token in software.',
  );
}

/** A key in a device that is about to be used. */
interface KeyUse {
  readonly session: DeviceSession;
  readonly key: DescribedKey;
  readonly publicKey: PublicKey;
  readonly random: (octets: number) => Uint8Array;
}

/** Has the device remove the padding; or removes it here, where the device knows OAEP with SHA-1 only, or not at all. */
async function decrypt(use: KeyUse, { encryptedKey: data }: EncryptedKey): Promise<Uint8Array> {
  const { session, key, publicKey, random } = use;
  const { handle } = key;
  const { oaep, raw } = RSA_MECHANISMS;
  let refusal: unknown;
  if (session.mechanisms.includes(oaep)) {
    try {
      const parameter = OAEP_SHA256;
      return contentKeyOr(random, await session.ask('decrypt', { handle, mechanism: oaep, parameter, data }));
    } catch (error) {
      if (isAboutTheData(error, 'C_Decrypt')) return contentKeyOr(random, undefined);
      if (!isAboutTheMechanism(error)) throw refused(use, error);
      refusal = error;
    }
  }
  if (!session.mechanisms.includes(raw)) throw lacking(oaep, refusal);
  try {
    const block = await session.ask('decrypt', { handle, mechanism: raw, parameter: undefined, data });
    return contentKeyOfBlock(block, Math.ceil(publicKey.bits / 8), random);
  } catch (error) {
    if (isAboutTheData(error, 'C_Decrypt')) return contentKeyOr(random, undefined);
    throw refused(use, error);
  }
}

async function agree(use: KeyUse, wrapped: AgreedKey): Promise<Uint8Array> {
  const { publicKey, random, session } = use;
  if (!session.mechanisms.includes(ECDH)) throw lacking(ECDH);
  // A point off the curve could tell something about the private key, and not every device looks.
  if (!isOnCurve(wrapped, publicKey)) return contentKeyOr(random, undefined);
  const { ephemeralKey } = wrapped;
  try {
    return unwrapWithSecret(wrapped, await derive(use, ephemeralKey), random);
  } catch (error) {
    if (!isAboutTheMechanism(error)) throw refused(use, error);
  }
  // Some take the other side's point in DER only (PKCS#11 3.2 §6.3.17 allows both).
  try {
    const inDer = writeDer((writer) => writer.octetString(ephemeralKey));
    return unwrapWithSecret(wrapped, await derive(use, inDer), random);
  } catch (error) {
    throw refused(use, error);
  }
}

function derive({ session, key, publicKey }: KeyUse, data: Uint8Array): Promise<Uint8Array> {
  const length = Math.ceil(publicKey.bits / 8);
  return session.ask('derive', { handle: key.handle, mechanism: ECDH, parameter: { kind: 'ecdh' }, data, length });
}

function isOnCurve(wrapped: AgreedKey, publicKey: PublicKey): boolean {
  try {
    ephemeralKeyOf(wrapped, publicKey);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a device did not like what it was to decrypt: some say that they failed, without a reason. */
function isAboutTheData(error: unknown, name: string): boolean {
  return (
    error instanceof Pkcs11OperationError &&
    error.failure.kind === 'returned' &&
    error.failure.function === name &&
    DATA_FAULTS.has(error.failure.value)
  );
}

/** Returns whether a device does not do it in this way. */
function isAboutTheMechanism(error: unknown): error is Pkcs11OperationError {
  return error instanceof Pkcs11OperationError && error.returned(...MECHANISM_FAULTS);
}

/** Turns a refusal that no other attempt can cure into one of the key pair: a device does not let it be used so, for example. */
function refused({ key }: KeyUse, error: unknown): unknown {
  if (!(error instanceof Pkcs11OperationError) || error.failure.kind !== 'returned') return error;
  if (explainReturnValue(error.failure.value).blame !== 'request') return error;
  return new UnsupportedDecryptionError(
    `The key pair '${key.info.alias}' does not decrypt in its device. ${error.message}`,
    { cause: error },
  );
}

function lacking(mechanism: number, cause?: unknown): UnsupportedDecryptionError {
  const name = mechanismName(mechanism);
  return new UnsupportedDecryptionError(
    `The device opens no keys that were wrapped for its keys: it lacks the mechanism ${name}${mechanism === RSA_MECHANISMS.oaep ? ' with SHA-256' : ''}.`,
    { cause },
  );
}

const RSA_MECHANISMS = { oaep: CKM['CKM_RSA_PKCS_OAEP']!, raw: CKM['CKM_RSA_X_509']! } as const;
const ECDH = CKM['CKM_ECDH1_DERIVE']!;
const OAEP_SHA256 = { kind: 'oaep', hash: CKM['CKM_SHA256']!, mgf: CKG_MGF1['SHA256']! } as const;
/** GENERAL_ERROR, FUNCTION_FAILED, DATA_INVALID, DATA_LEN_RANGE, ENCRYPTED_DATA_INVALID, ENCRYPTED_DATA_LEN_RANGE */
const DATA_FAULTS: ReadonlySet<number> = new Set([0x5, 0x6, 0x20, 0x21, 0x40, 0x41]);
/** ARGUMENTS_BAD, FUNCTION_NOT_SUPPORTED, MECHANISM_INVALID, MECHANISM_PARAM_INVALID */
const MECHANISM_FAULTS = [0x7, 0x54, 0x70, 0x71] as const;
