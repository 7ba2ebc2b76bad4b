/** Writing PKCS #12 files (RFC 7292) in DER, everything in them encrypted. */
import { createHash } from 'node:crypto';
import { asDer, contextPrimitive, writeDer, type Der, type DerWriter } from '../der/index.ts';
import { encodePassword } from './password.ts';
import { DEFAULT_ITERATIONS, encryptPbes2, writeBudget, type Encrypted, type EncryptOptions } from './pbe.ts';
import { writeBag, type SafeBag } from './pkcs12-bags.ts';
import { CONTENT_DATA, CONTENT_ENCRYPTED_DATA } from './pkcs12-identifiers.ts';
import { encodeMacData, type Pkcs12MacAlgorithm } from './pkcs12-mac.ts';
import { encryptPrivateKey } from './pkcs8.ts';

/** Contents of a file and its protection. */
export interface WritePkcs12Options extends EncryptOptions {
  /** The name of the entry, which Java calls its alias. */
  readonly friendlyName?: string;
  /** A PrivateKeyInfo in DER. */
  readonly privateKey: Uint8Array;
  /** The certificate of the key, in DER. That they fit is the caller's to know. */
  readonly certificate: Uint8Array;
  /** The certificates above it, its issuer first. */
  readonly chain: readonly Uint8Array[];
  /** Iterations of every derivation, 1 to 2^31 - 1; 10,000 when left out. */
  readonly iterations?: number;
  /** `hmac-sha256` when left out. */
  readonly macAlgorithm?: Pkcs12MacAlgorithm;
}

/**
 * Makes a PKCS #12 file with one key and its certificates.
 *
 * Key and certificates are encrypted with AES-256-CBC under PBKDF2-HMAC-SHA-256, and the MAC is HMAC-SHA-256. The key and its
 * certificate carry `friendlyName` and, as localKeyID, the SHA-1 of the certificate. Any password is encoded as RFC 7292
 * and RFC 8018 ask; Java takes printable ASCII only where PBES2 is used, and its keytool asks for six characters.
 *
 * @throws {DerError} when `privateKey` is not a PrivateKeyInfo
 */
export async function writePkcs12(options: WritePkcs12Options): Promise<Der<'Pkcs12'>> {
  const { friendlyName, certificate, iterations = DEFAULT_ITERATIONS } = options;
  // Any octets would do that are the same on both; this is what others write.
  const localKeyId = createHash('sha1').update(certificate).digest();
  const attributes = { localKeyId, ...(friendlyName !== undefined && { friendlyName }) };
  const certificates: readonly SafeBag[] = [
    { type: 'certificate', value: certificate, ...attributes },
    ...options.chain.map((value) => ({ type: 'certificate', value }) as const),
  ];
  const encrypted = await encryptPbes2(encodeSafeContents(certificates), options);
  const key: SafeBag = { type: 'shrouded-key', value: await encryptPrivateKey(options), ...attributes };
  const content = encodeAuthenticatedSafe(encrypted, encodeSafeContents([key]));
  const mac = await encodeMacData(
    content,
    {
      algorithm: options.macAlgorithm ?? 'hmac-sha256',
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

const PFX_VERSION = 3;
const MAC_SALT_OCTETS = 16;
