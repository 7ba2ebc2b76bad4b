/** Key pairs that items of crypto tokens describe, and whose those are that stand under their aliases. */
import { createHash } from 'node:crypto';
import { parsePublicKey } from '@sealwright/pki';
import { canonicalJson } from '../../../kernel/canonical-json.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Administrator } from '../../access/index.ts';
import { caType } from '../../ca/index.ts';
import { cryptoTokenType, type ReadTokens } from '../../crypto-tokens/index.ts';
import type { DumpValue } from '../codec/index.ts';
import type { ImportRemark } from './import-options.ts';
import type { ImportItem } from './read-items.ts';

/** A key pair as the item of its crypto token describes it. */
export interface DescribedKeyPair {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  /** The identifier of the key that the dump was made of, in hexadecimal. */
  readonly identifier: string;
}

/** Returns the key pairs of `Key Pair Info`. */
export function keyPairsOf(info: DumpValue | undefined): readonly DescribedKeyPair[] {
  if (!Array.isArray(info)) return [];
  return (info as readonly DumpValue[]).flatMap((each) => {
    const {
      Alias: alias,
      'Key Algorithm': algorithm,
      'Key Specification': specification,
      'Subject Key Identifier': identifier,
    } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof alias !== 'string' || typeof algorithm !== 'string') return [];
    const isGiven = typeof specification === 'string' || typeof specification === 'number';
    return [
      {
        alias,
        algorithm,
        specification: isGiven ? String(specification) : algorithm,
        identifier: typeof identifier === 'string' ? identifier.toLowerCase() : '',
      },
    ];
  });
}

/**
 * Names what a key pair is made for: its description in the dump, and the administrator who imports it. The same import of the same administrator
 * has the same name. Imports of somebody else have another one, since the maker of a key may know it, or the code that opens it.
 */
export function originOf(
  administrator: Administrator,
  { alias, algorithm, specification, identifier }: DescribedKeyPair,
): string {
  const importer =
    administrator.kind === 'certificate' ? administrator.certificate.sha256Fingerprint : administrator.kind;
  return createHash('sha256')
    .update(canonicalJson([alias, algorithm, specification, identifier, importer]))
    .digest('hex');
}

/**
 * Finds the CAs that would be certified for a key pair of somebody else: under the alias that the dump describes there is one that neither this
 * import has made nor the description means.
 *
 * @param waiting - the items of the CAs, with the settings that they will have
 * @param described - all items of the dump: those that are left alone and those that are refused describe keys, too
 * @returns by the names of the CAs, what is wrong
 */
export async function keysOfOthers(
  administrator: Administrator,
  waiting: readonly ImportItem[],
  described: readonly ImportItem[],
  readTokens: Pick<ReadTokens, 'keyOrigin' | 'keyPair'>,
): Promise<ReadonlyMap<string, ImportRemark>> {
  const keys = new Map<string, DescribedKeyPair>();
  for (const { codec, read } of described) {
    if (codec.type.token !== cryptoTokenType.token) continue;
    for (const key of keyPairsOf(read.facts['Key Pair Info'])) keys.set(placeOf(read.name, key.alias), key);
  }
  const found = new Map<string, ImportRemark>();
  for (const { where, read } of waiting) {
    const token = settingOf(read.settings, 'cryptoToken', 'None');
    const aliases = KEYS_OF_CA.map(([member, otherwise]) => settingOf(read.settings, member, otherwise));
    for (const alias of aliases) {
      const key = keys.get(placeOf(token, alias));
      if (key === undefined || (await ownerOf(administrator, token, key, readTokens)) !== 'other') continue;
      const message = `cannot get its certificate: the crypto token '${token}' has a key pair '${alias}' that this import has not made, or not for you. Give another alias, remove the key pair, or give its Subject Key Identifier in Key Pair Info if it is meant`;
      found.set(read.name, { where, message });
    }
  }
  return found;
}

/** Tells whose the key pair is that stands under a described alias. */
async function ownerOf(
  administrator: Administrator,
  token: string,
  key: DescribedKeyPair,
  readTokens: Pick<ReadTokens, 'keyOrigin' | 'keyPair'>,
): Promise<'import' | 'other' | 'nobody'> {
  let publicKey: Uint8Array;
  try {
    ({ publicKey } = await readTokens.keyPair(administrator, token, key.alias));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return 'nobody';
  }
  if (key.identifier === Buffer.from(parsePublicKey(publicKey).keyIdentifier).toString('hex')) return 'import';
  const origin = await readTokens.keyOrigin(administrator, token, key.alias);
  return origin === originOf(administrator, key) ? 'import' : 'other';
}

/** Tells whether an item is one of a CA. */
export function isCa({ codec }: ImportItem): boolean {
  return codec.type.token === caType.token;
}

/** Returns a setting that is a text. */
export function settingOf(settings: Readonly<Record<string, unknown>>, name: string, otherwise: string): string {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  return typeof value === 'string' ? value : otherwise;
}

function placeOf(token: string, alias: string): string {
  return JSON.stringify([token.normalize('NFC'), alias]);
}

/** The settings of a CA that name its keys, with their defaults. */
const KEYS_OF_CA = [
  ['certSignKey', 'signKey'],
  ['alternativeCertSignKey', ''],
  ['keyEncryptKey', ''],
] as const;
