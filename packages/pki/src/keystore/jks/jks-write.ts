/**
 * Writing keystores of the format JKS: one private key with its certificates.
 *
 * The format protects a key by single digests of the password and a salt: passwords are tried on a stolen file as fast as SHA-1 is computed. It is for
 * readers that have no other, under a long random password.
 */
import { encryptJksKey } from './jks-key.ts';
import { digestJks, JKS_MAGIC, PRIVATE_KEY_ENTRY, X509_TYPE } from './jks-format.ts';
import { JksWriter } from './jks-writer.ts';
import { parsePrivateKeyInfo } from '../pkcs8.ts';

/** Contents of a file and its protection. */
export interface WriteJksOptions {
  /** Of the file and of the key. Java's keytool asks for six characters where it makes one, and for none where it reads. */
  readonly password: string;
  /** The name of the entry. Java finds it in either letter case, and it is written in lower case as Java does. */
  readonly alias: string;
  /** A PrivateKeyInfo in DER. */
  readonly privateKey: Uint8Array;
  /** The certificate of the key, in DER. That they fit is the caller's to know. */
  readonly certificate: Uint8Array;
  /** The certificates above it, its issuer first. */
  readonly chain: readonly Uint8Array[];
  /** When the entry was made, in milliseconds since 1970. */
  readonly createdMs: number;
  /** Returns `count` random octets. */
  random(count: number): Uint8Array;
}

/**
 * Makes a JKS file with one key and its certificates.
 *
 * Any password will do, the empty one too: its UTF-16 code units are digested as Java digests its characters.
 *
 * @throws {DerError} when `privateKey` is not a PrivateKeyInfo
 * @throws {RangeError} for an alias of more than 65535 octets
 */
export async function writeJks(options: WriteJksOptions): Promise<Uint8Array> {
  const { password, certificate, chain } = options;
  parsePrivateKeyInfo(options.privateKey);
  const certificates = [certificate, ...chain];
  const writer = new JksWriter().uint32(JKS_MAGIC).uint32(VERSION).uint32(1);
  writer.uint32(PRIVATE_KEY_ENTRY).text(options.alias.toLowerCase()).uint64(BigInt(options.createdMs));
  const salt = options.random(SALT_OCTETS);
  writer.octets(await encryptJksKey(options.privateKey, password, salt)).uint32(certificates.length);
  for (const der of certificates) writer.text(X509_TYPE).octets(der);
  const body = writer.finish();
  return Uint8Array.from([...body, ...digestJks(body, password)]);
}

const VERSION = 2;
const SALT_OCTETS = 20;
