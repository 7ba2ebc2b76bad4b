/** Secrets of a configuration in an envelope (CMS AuthEnvelopedData, RFC 5083), as `config export --secrets` writes them. */
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { AuthEnvelopedData, isWrappedFor, parsePem, parsePublicKey, PkiError, unwrapKey } from '@sealwright/pki';
import type { Dump } from '../rest/configdump-rest.ts';
import { isRecord } from '../text/record.ts';
import { unusable } from './file-errors.ts';
import { readInputFile } from './input-file.ts';

/** A dump with its secrets, and those that have no place in it. */
export interface CompletedDump {
  readonly dump: Dump;
  readonly warnings: readonly string[];
}

/**
 * Opens an envelope with the private key that it was made for.
 *
 * @returns the items that hold secrets
 * @throws {@link FileError}
 */
export async function openSecrets(file: string, keyFile: string): Promise<Dump> {
  const [octets, pem] = [
    await readInputFile(file, 'secrets', MAX_OCTETS),
    await readInputFile(keyFile, 'a private key'),
  ];
  const pair = keyPairOf(pem, keyFile);
  pem.fill(0);
  let content: Uint8Array;
  try {
    const text = Buffer.from(octets).toString('latin1');
    const envelope = AuthEnvelopedData.parse(
      text.startsWith('-----BEGIN') ? (parsePem(text)[0]?.der ?? octets) : octets,
    );
    const recipients = envelope.recipients.filter(({ wrapped }) => isWrappedFor(pair.publicKey, wrapped));
    if (recipients.length === 0) throw unusable(`${file} was encrypted for another key than the one in ${keyFile}`);
    const random = (length: number) => new Uint8Array(randomBytes(length));
    content = envelope.open(await unwrapKey(pair, recipients[0]!.wrapped, random), []);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw unusable(`${file} cannot be opened with the key in ${keyFile}: ${error.message}`);
  }
  try {
    return JSON.parse(new TextDecoder().decode(content)) as Dump;
  } catch {
    throw unusable(`${file} holds no secrets of a configuration`);
  } finally {
    content.fill(0);
  }
}

/** Puts secrets into the places that say `placeholder`, in the items of the same folder and name. */
export function withSecrets(dump: Dump, secrets: Dump): CompletedDump {
  const warnings: string[] = [];
  const used = new Set<unknown>();
  const byName = new Map<string, unknown>();
  for (const [folder, items] of Object.entries(secrets))
    for (const [key, item] of Object.entries(items)) byName.set(identityOf(folder, key, item), item);
  const completed = Object.entries(dump).map(([folder, items]) => {
    const filled = Object.entries(items).map(([key, item]) => {
      const secret = byName.get(identityOf(folder, key, item));
      used.add(secret);
      return [key, secret === undefined ? item : filledIn(item, secret)] as const;
    });
    return [folder, Object.fromEntries(filled)] as const;
  });
  for (const [identity, item] of byName)
    if (!used.has(item)) warnings.push(`the secrets of ${identity} are for no document of the directory`);
  return { dump: Object.fromEntries(completed), warnings };
}

/** Names an item by its folder and the name in it, since the names of files may be others. */
function identityOf(folder: string, key: string, item: unknown): string {
  const name = isRecord(item) && typeof item['Name'] === 'string' ? item['Name'] : key;
  const namespace = isRecord(item) && typeof item['Namespace'] === 'string' ? item['Namespace'] : '';
  return [folder, namespace, name].filter((part) => part !== '').join('/');
}

function filledIn(value: unknown, secret: unknown): unknown {
  if (value === PLACEHOLDER) return typeof secret === 'string' ? secret : value;
  if (Array.isArray(value) && Array.isArray(secret) && value.length === secret.length)
    return value.map((each, index) => filledIn(each, secret[index]));
  if (!isRecord(value) || !isRecord(secret)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(secret, name) ? filledIn(member, secret[name]) : member,
    ]),
  );
}

function keyPairOf(pem: Uint8Array, file: string) {
  try {
    const privateKey = createPrivateKey(Buffer.from(pem));
    const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
    return { privateKey, publicKey: parsePublicKey(new Uint8Array(der)) };
  } catch {
    throw unusable(`${file} holds no private key in PEM without a password`);
  }
}

const PLACEHOLDER = 'placeholder';
const MAX_OCTETS = 64 * 1024 * 1024;
