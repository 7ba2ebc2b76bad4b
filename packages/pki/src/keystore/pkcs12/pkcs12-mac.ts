/** The MAC over the content of a PKCS #12 file: RFC 7292 §4 and appendix B, PBMAC1 as in RFC 9579. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { writeDer, type DerReader, type DerWriter } from '../../der/index.ts';
import { KeystoreError } from '../errors.ts';
import type { EncodedPassword } from '../password.ts';
import { findDigest, PBMAC1, SHA1, SHA256, type PbeDigest } from '../pbe-algorithms.ts';
import { derivePbkdf2, readHmac, readPbkdf2, writeHmac, writePbkdf2, type Pbkdf2 } from '../pbkdf2.ts';
import { derivePkcs12 } from '../pkcs12-kdf.ts';
import type { WorkBudget } from '../work-budget.ts';

/** Computation of a MAC from a password. */
interface MacScheme {
  readonly hmac: PbeDigest;
  deriveKey(password: EncodedPassword): Promise<Uint8Array>;
}

/** A MacData, read. */
export interface Pkcs12Mac {
  /**
   * Returns whether the MAC over `content` is the one in the file. Compared in constant time.
   *
   * @throws {@link KeystoreError} `pkcs12.too_many_iterations`
   */
  verify(content: Uint8Array, password: EncodedPassword): Promise<boolean>;
}

/**
 * Reads a MacData.
 *
 * @throws {@link KeystoreError} `pkcs12.unsupported`, `pkcs12.bad_value`, `pkcs12.too_many_iterations`
 */
export function readMacData(reader: DerReader, budget: WorkBudget): Pkcs12Mac {
  const data = reader.readSequence();
  const digestInfo = data.readSequence();
  const identifier = digestInfo.readSequence();
  const mac = digestInfo.readOctetString();
  digestInfo.finish();
  const salt = data.readOctetString();
  const algorithm = identifier.readOid();
  let scheme: MacScheme;
  if (algorithm === PBMAC1) {
    // Salt and iterations outside the parameters are there for the syntax only (RFC 9579 §4).
    if (!data.atEnd) data.readIntegerBytes();
    scheme = readPbmac1(identifier, budget);
  } else {
    const digest = findDigest(algorithm);
    if (digest === undefined)
      throw new KeystoreError(`${budget.area}.unsupported`, `the MAC digest ${algorithm} is not implemented`);
    if (!identifier.atEnd) identifier.readNull();
    const iterations = data.atEnd ? 1 : budget.readIterations(data);
    scheme = pkcs12Scheme(digest, salt, iterations, budget);
  }
  identifier.finish();
  data.finish();
  return {
    async verify(content, password) {
      const expected = await computeMac(scheme, content, password);
      return expected.length === mac.length && timingSafeEqual(expected, mac);
    },
  };
}

/** Which MAC to write. */
export type Pkcs12MacAlgorithm =
  /** HMAC-SHA-256 with a key derived as in RFC 7292 appendix B: what all readers know */
  | 'hmac-sha256'
  /** the same with SHA-1, for old readers */
  | 'hmac-sha1'
  /** PBMAC1 (RFC 9579): PBKDF2 here too; OpenSSL reads it from 3.4 */
  | 'pbmac1';

/** Inputs of a MacData. */
export interface MacOptions {
  readonly algorithm: Pkcs12MacAlgorithm;
  readonly password: EncodedPassword;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/** Makes the DER of the MacData over `content`. */
export async function encodeMacData(content: Uint8Array, options: MacOptions, budget: WorkBudget): Promise<Uint8Array> {
  const { algorithm, salt, iterations } = options;
  const kdf: Pbkdf2 = { salt, iterations, keyOctets: SHA256.octets, prf: SHA256 };
  const pbmac1 = algorithm === 'pbmac1';
  const digest = algorithm === 'hmac-sha1' ? SHA1 : SHA256;
  const scheme = pbmac1
    ? pbmac1Scheme(kdf, SHA256, SHA256.octets, budget)
    : pkcs12Scheme(digest, salt, iterations, budget);
  const mac = await computeMac(scheme, content, options.password);
  return writeDer((writer) => {
    writer.sequence(() => {
      writer.sequence(() => {
        if (pbmac1) writePbmac1(writer, kdf);
        else writer.sequence(() => writer.oid(digest.digest).null());
        writer.octetString(mac);
      });
      writer.octetString(salt).integer(iterations);
    });
  });
}

async function computeMac(scheme: MacScheme, content: Uint8Array, password: EncodedPassword): Promise<Buffer> {
  return createHmac(scheme.hmac.name, await scheme.deriveKey(password))
    .update(content)
    .digest();
}

function pkcs12Scheme(digest: PbeDigest, salt: Uint8Array, iterations: number, budget: WorkBudget): MacScheme {
  return {
    hmac: digest,
    deriveKey: ({ bmp }) => derivePkcs12({ digest, password: bmp, salt, iterations }, 'mac', digest.octets, budget),
  };
}

function pbmac1Scheme(kdf: Pbkdf2, hmac: PbeDigest, keyOctets: number, budget: WorkBudget): MacScheme {
  return { hmac, deriveKey: ({ utf8 }) => derivePbkdf2(kdf, utf8, keyOctets, budget) };
}

/** Reads PBMAC1-params. RFC 9579 makes keyLength mandatory; a key of a few bits would let any password fit. */
function readPbmac1(identifier: DerReader, budget: WorkBudget): MacScheme {
  const parameters = identifier.readSequence();
  const kdf = readPbkdf2(parameters, budget);
  const hmac = readHmac(parameters, budget);
  parameters.finish();
  const { keyOctets } = kdf;
  if (keyOctets === undefined || keyOctets < MIN_MAC_KEY_OCTETS || keyOctets > MAX_MAC_KEY_OCTETS) {
    throw new KeystoreError(
      `${budget.area}.bad_value`,
      `PBMAC1 has a key length of ${keyOctets ?? 'none'}, not ${MIN_MAC_KEY_OCTETS} to ${MAX_MAC_KEY_OCTETS} octets`,
    );
  }
  return pbmac1Scheme(kdf, hmac, keyOctets, budget);
}

function writePbmac1(writer: DerWriter, kdf: Pbkdf2): void {
  writer.sequence(() => {
    writer.oid(PBMAC1).sequence(() => {
      writePbkdf2(writer, kdf);
      writeHmac(writer, SHA256);
    });
  });
}

const MIN_MAC_KEY_OCTETS = 20;
const MAX_MAC_KEY_OCTETS = 64;
