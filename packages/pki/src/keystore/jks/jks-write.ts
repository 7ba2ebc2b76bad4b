/**
 * Writing keystores of the format JKS: one private key with its certificates.
 *
 * The format protects a key by single digests of the password and a salt: passwords are tried on a stolen file as fast as SHA-1 is computed. It is for
 * readers that have no other, under a long random password.
 */
import { encryptJksKey } from './jks-key.ts';
import { digestJks, JKS_MAGIC, PRIVATE_KEY_ENTRY, X509_TYPE } from './jks-format.ts';
import { JksWriter } from './jks-writer.ts';
import type { OneKeyOptions } from '../one-key-options.ts';
import { parsePrivateKeyInfo } from '../pkcs8.ts';

/** Contents of a JKS file and its protection. */
export type WriteJksOptions = OneKeyOptions;

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
