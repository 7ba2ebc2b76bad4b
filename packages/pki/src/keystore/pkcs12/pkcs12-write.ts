/** Writing PKCS #12 files (RFC 7292) in DER, everything in them encrypted. */
import { createHash } from 'node:crypto';
import { asDer, contextPrimitive, writeDer, type Der, type DerWriter } from '../../der/index.ts';
import { encodePassword } from '../password.ts';
import {
  DEFAULT_COMPATIBLE_ITERATIONS,
  DEFAULT_ITERATIONS,
  encryptPbes2,
  encryptTripleDes,
  writeBudget,
  type Encrypted,
  type EncryptOptions,
} from '../pbe-encrypt.ts';
import { writeBag, type SafeBag } from './pkcs12-bags.ts';
import { CONTENT_DATA, CONTENT_ENCRYPTED_DATA } from './pkcs12-identifiers.ts';
import { encodeMacData, type Pkcs12MacAlgorithm } from './pkcs12-mac.ts';
import { encodeEncryptedPrivateKey, parsePrivateKeyInfo } from '../pkcs8.ts';

/** Encryption of a file. */
export type Pkcs12Encryption =
  /** AES-256-CBC under PBKDF2-HMAC-SHA-256, HMAC-SHA-256 as MAC: what systems of today read */
  | 'modern'
  /** triple DES and HMAC-SHA-1, which are all that Windows Server 2016 and older versions of macOS read */
  | 'compatible';

/** Contents of a file and its protection. */
export interface WritePkcs12Options extends EncryptOptions {
  /** The name of the entry, which Java calls its alias. */
  readonly friendlyName?: string;
  /** A PrivateKeyInfo in DER. */
  readonly privateKey: Uint8Array;
  /** The certificate of the key, in DER. The caller must make sure that they match. */
  readonly certificate: Uint8Array;
  /** The certificates above it, its issuer first. */
  readonly chain: readonly Uint8Array[];
  /** `modern` when left out. */
  readonly encryption?: Pkcs12Encryption;
  /** Iterations of every derivation, 1 to 2^31 - 1; when left out 100,000, or 10,000 for `compatible`. */
  readonly iterations?: number;
  /** When left out `hmac-sha256`, or `hmac-sha1` for `compatible`. */
  readonly macAlgorithm?: Pkcs12MacAlgorithm;
}

/**
 * Makes a PKCS #12 file with one key and its certificates.
 *
 * The key and its certificate carry `friendlyName` and, as localKeyID, the SHA-1 of the certificate. The MAC is not PBMAC1 (RFC 9579) unless
 * that is asked for: Windows, macOS, Java before 26 and OpenSSL before 3.4 cannot open such a file. Any password is encoded as RFC 7292
 * and RFC 8018 ask, and OpenSSL opens the file. Java 17 opens none of either kind under a password that is not printable ASCII (`Password is not
 * ASCII`), Java 25 opened a `modern` one; and Bouncy Castle opens no `modern` file under the empty one.
 *
 * @throws {DerError} when `privateKey` is not a PrivateKeyInfo
 */
export async function writePkcs12(options: WritePkcs12Options): Promise<Der<'Pkcs12'>> {
  const { friendlyName, certificate, privateKey } = options;
  const { encrypt, defaultIterations, defaultMac } = ENCRYPTIONS[options.encryption ?? 'modern'];
  const { iterations = defaultIterations, macAlgorithm = defaultMac } = options;
  parsePrivateKeyInfo(privateKey);
  // Any octets would do that are the same on both; this is what others write.
  const localKeyId = createHash('sha1').update(certificate).digest();
  const attributes = { localKeyId, ...(friendlyName !== undefined && { friendlyName }) };
  const certificates: readonly SafeBag[] = [
    { type: 'certificate', value: certificate, ...attributes },
    ...options.chain.map((value) => ({ type: 'certificate', value }) as const),
  ];
  const encrypted = await encrypt(encodeSafeContents(certificates), options);
  const value = encodeEncryptedPrivateKey(await encrypt(privateKey, options));
  const key: SafeBag = { type: 'shrouded-key', value, ...attributes };
  const content = encodeAuthenticatedSafe(encrypted, encodeSafeContents([key]));
  const mac = await encodeMacData(
    content,
    {
      algorithm: macAlgorithm,
      password: encodePassword(options.password),
      salt: options.random(MAC_SALT_OCTETS),
      iterations,
    },
    writeBudget(iterations),
  );
  return asDer(
    writeDer((writer) => {
      writer.sequence(() => {
        writer.integer(PFX_VERSION);
        writeData(writer, content);
        writer.raw(mac);
      });
    }),
  );
}

function encodeSafeContents(bags: readonly SafeBag[]): Uint8Array {
  return writeDer((writer) => writer.sequence(() => bags.forEach((bag) => writeBag(writer, bag))));
}

function encodeAuthenticatedSafe(certificates: Encrypted, key: Uint8Array): Uint8Array {
  return writeDer((writer) => {
    writer.sequence(() => {
      writeEncryptedData(writer, certificates);
      writeData(writer, key);
    });
  });
}

/** A ContentInfo of the type data (RFC 5652 §4). */
function writeData(writer: DerWriter, content: Uint8Array): void {
  writer.sequence(() => writer.oid(CONTENT_DATA).explicit(0, () => writer.octetString(content)));
}

/** A ContentInfo of the type encrypted-data, version 0 (RFC 5652 §8). */
function writeEncryptedData(writer: DerWriter, { algorithm, ciphertext }: Encrypted): void {
  writer.sequence(() => {
    writer.oid(CONTENT_ENCRYPTED_DATA).explicit(0, () => {
      writer.sequence(() => {
        writer.integer(0).sequence(() => {
          writer.oid(CONTENT_DATA).raw(algorithm).octetString(ciphertext, contextPrimitive(0));
        });
      });
    });
  });
}

const ENCRYPTIONS = {
  modern: { encrypt: encryptPbes2, defaultIterations: DEFAULT_ITERATIONS, defaultMac: 'hmac-sha256' },
  compatible: {
    encrypt: encryptTripleDes,
    defaultIterations: DEFAULT_COMPATIBLE_ITERATIONS,
    defaultMac: 'hmac-sha1',
  },
} as const;
const PFX_VERSION = 3;
const MAC_SALT_OCTETS = 16;
