/** PKCS #12 files with any number of keys, as others make them and our own writer does not. */
import { createHash, randomBytes } from 'node:crypto';
import { contextPrimitive, type DerWriter, oid, writeDer } from '../src/der/index.ts';
import { encryptPrivateKey } from '../src/keystore/index.ts';
import { encodePassword } from '../src/keystore/password.ts';
import { encryptPbes2, writeBudget } from '../src/keystore/pbe-encrypt.ts';
import { type SafeBag, writeBag } from '../src/keystore/pkcs12/pkcs12-bags.ts';
import { CONTENT_DATA, CONTENT_ENCRYPTED_DATA } from '../src/keystore/pkcs12/pkcs12-identifiers.ts';
import { encodeMacData } from '../src/keystore/pkcs12/pkcs12-mac.ts';

export interface KeystoreKey {
  readonly friendlyName: string;
  /** A PrivateKeyInfo; without one the key is of no use, and asks for 2^31 - 1 iterations. */
  readonly privateKey?: Uint8Array;
  readonly certificate?: Uint8Array;
}

/**
 * Makes a file. Each key and its certificate have the same localKeyID.
 *
 * @param options - `iterations`: of each derivation; `encryptedParts`: in how many parts the certificates stand, each encrypted by itself
 */
export async function makeKeystore(
  keys: readonly KeystoreKey[],
  options: { readonly password: string; readonly iterations: number; readonly encryptedParts?: number },
): Promise<Uint8Array> {
  const { password, iterations, encryptedParts = 1 } = options;
  const encryption = { password, iterations, random: (count: number) => new Uint8Array(randomBytes(count)) };
  const [bags, certificates]: [SafeBag[], SafeBag[]] = [[], []];
  for (const { friendlyName, privateKey, certificate } of keys) {
    const attributes = { friendlyName, localKeyId: createHash('sha1').update(friendlyName).digest() };
    const value = privateKey === undefined ? uselessKey() : await encryptPrivateKey({ ...encryption, privateKey });
    bags.push({ type: 'shrouded-key', value, ...attributes });
    if (certificate !== undefined) certificates.push({ type: 'certificate', value: certificate, ...attributes });
  }
  const parts: Awaited<ReturnType<typeof encryptPbes2>>[] = [];
  for (let part = 0; part < encryptedParts; part++) {
    const ofPart = certificates.filter((_, index) => index % encryptedParts === part);
    parts.push(await encryptPbes2(safeContents(ofPart), encryption));
  }
  const content = writeDer((writer) =>
    writer.sequence(() => {
      for (const { algorithm, ciphertext } of parts)
        writer.sequence(() =>
          writer.oid(CONTENT_ENCRYPTED_DATA).explicit(0, () => {
            const content = () => writer.oid(CONTENT_DATA).raw(algorithm).octetString(ciphertext, contextPrimitive(0));
            writer.sequence(() => writer.integer(0).sequence(content));
          }),
        );
      data(writer, safeContents(bags));
    }),
  );
  const mac = {
    algorithm: 'hmac-sha256',
    password: encodePassword(password),
    salt: randomBytes(16),
    iterations,
  } as const;
  const macData = await encodeMacData(content, mac, writeBudget(iterations));
  return writeDer((writer) =>
    writer.sequence(() => {
      data(writer.integer(3), content);
      writer.raw(macData);
    }),
  );
}

function safeContents(bags: readonly SafeBag[]): Uint8Array {
  return writeDer((writer) => writer.sequence(() => bags.forEach((bag) => writeBag(writer, bag))));
}

function data(writer: DerWriter, content: Uint8Array): void {
  writer.sequence(() => writer.oid(CONTENT_DATA).explicit(0, () => writer.octetString(content)));
}

/** Encrypted with triple DES and SHA-1, by its word. */
function uselessKey(): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() => {
      const parameters = () => writer.octetString(new Uint8Array(8)).integer(0x7fff_ffff);
      writer.sequence(() => writer.oid(oid('1.2.840.113549.1.12.1.3')).sequence(parameters));
      writer.octetString(new Uint8Array(64));
    }),
  );
}
