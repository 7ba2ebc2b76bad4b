import { createHash } from 'node:crypto';
import { parsePublicKey } from '@sealwright/pki';
import { canonicalJson } from '../../../kernel/canonical-json.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Administrator } from '../../access/index.ts';
import { caType, type CaStateStore, type InitializeCa } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import {
  cryptoTokenType,
  KeyAliasInUseError,
  type OperateTokens,
  type ReadTokens,
  UnknownKeyAliasError,
} from '../../crypto-tokens/index.ts';
import type { DumpValue } from '../codec/index.ts';
import type { ImportRemark } from './import-options.ts';
import type { ImportItem } from './read-items.ts';

export interface InitializeImportedDeps {
  readonly configuration: Configuration;
  readonly initializeCa: Pick<InitializeCa, 'initialize'>;
  readonly operateTokens: Pick<OperateTokens, 'activate' | 'generateKeyPair'>;
  readonly readTokens: Pick<ReadTokens, 'keyOrigin' | 'keyPair' | 'status'>;
  readonly states: Pick<CaStateStore, 'findState'>;
}

/** Key pairs of crypto tokens and certificates of CAs that an import brings, made as if each were asked for by itself. */
export class InitializeImported {
  readonly #deps: InitializeImportedDeps;

  constructor(deps: InitializeImportedDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the keys of the imported tokens, then the certificates of the CAs, each after its issuer.
   *
   * Each key and each certificate is durable when it is made, and what exists is not made again: an import that was cut off is completed by
   * the same import, which knows its own keys. Without its token or issuer the rest is left as it is and said.
   */
  async run(
    administrator: Administrator,
    items: readonly ImportItem[],
  ): Promise<{ readonly errors: readonly ImportRemark[]; readonly warnings: readonly ImportRemark[] }> {
    const errors: ImportRemark[] = [];
    const warnings: ImportRemark[] = [];
    const attempt = async (where: string, act: () => Promise<void>) => {
      try {
        await act();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.push({ where, message: error.message });
      }
    };
    for (const item of items.filter(({ codec }) => codec.type.token === cryptoTokenType.token))
      await attempt(item.where, () => this.#makeKeys(administrator, item, warnings));
    const byName = new Map(items.filter(isCa).map((item) => [item.read.name, item]));
    const others = await this.keysOfOthers(administrator, items);
    errors.push(...others.values());
    for (const name of (await this.order(items)).filter((each) => !others.has(each)))
      await attempt(byName.get(name)!.where, async () => {
        await this.#deps.initializeCa.initialize(administrator, name);
      });
    return { errors, warnings };
  }

  /** Lists the CAs among the items that have keys and no certificate yet, issuers before those whom they certify. */
  async order(items: readonly ImportItem[]): Promise<readonly string[]> {
    const { configuration, states } = this.#deps;
    const waiting = new Map<string, string>();
    for (const { read } of items.filter(isCa)) {
      if (settingOf(read.settings, 'cryptoToken', 'None') === 'None') continue;
      const document = await configuration.find(caType, read.name);
      const state = document && (await states.findState(document.id));
      if (state === undefined || state.status === 'UNINITIALIZED')
        waiting.set(read.name, settingOf(read.settings, 'signedBy', 'Self Signed'));
    }
    return issuersFirst(waiting);
  }

  /** Lists in words what {@link run} would do with the crypto tokens: what is done already is not among it. */
  async tokenActs(administrator: Administrator, items: readonly ImportItem[]): Promise<readonly string[]> {
    const { configuration, readTokens } = this.#deps;
    const acts: string[] = [];
    for (const { codec, read } of items) {
      if (codec.type.token !== cryptoTokenType.token) continue;
      const { name, facts } = read;
      const exists = (await configuration.find(cryptoTokenType, name)) !== undefined;
      const about = (act: string) => acts.push(`the crypto token '${name}' would ${act}`);
      const isOpen = exists && (await readTokens.status(administrator, name)).state === 'active';
      if (givesCode(facts['Authentication Code']) && !isOpen) about('be activated');
      for (const { alias } of keyPairsOf(facts['Key Pair Info']))
        if (!exists || !(await this.#hasKey(administrator, name, alias))) about(`get the key pair '${alias}'`);
    }
    return acts;
  }

  /**
   * Finds the CAs that would be certified for a key pair of somebody else: under the alias that the dump describes there is one that neither this
   * import has made nor the description means.
   *
   * @returns by the names of the CAs, what is wrong
   */
  async keysOfOthers(
    administrator: Administrator,
    items: readonly ImportItem[],
  ): Promise<ReadonlyMap<string, ImportRemark>> {
    const described = new Map<string, DescribedKeyPair>();
    for (const { codec, read } of items) {
      if (codec.type.token !== cryptoTokenType.token) continue;
      for (const key of keyPairsOf(read.facts['Key Pair Info'])) described.set(placeOf(read.name, key.alias), key);
    }
    const waiting = new Set(await this.order(items));
    const found = new Map<string, ImportRemark>();
    for (const { where, read } of items.filter((item) => isCa(item) && waiting.has(item.read.name))) {
      const token = settingOf(read.settings, 'cryptoToken', 'None');
      const aliases = KEYS_OF_CA.map(([member, otherwise]) => settingOf(read.settings, member, otherwise));
      for (const alias of aliases) {
        const key = described.get(placeOf(token, alias));
        if (key === undefined || (await this.#ownerOf(administrator, token, key)) !== 'other') continue;
        const message = `cannot get its certificate: the crypto token '${token}' has a key pair '${alias}' that this import has not made. Give another alias, remove the key pair, or give its Subject Key Identifier in Key Pair Info if it is meant`;
        found.set(read.name, { where, message });
      }
    }
    return found;
  }

  /** Tells whose the key pair is that stands under a described alias. */
  async #ownerOf(
    administrator: Administrator,
    token: string,
    key: DescribedKeyPair,
  ): Promise<'import' | 'other' | 'nobody'> {
    const { readTokens } = this.#deps;
    let publicKey: Uint8Array;
    try {
      ({ publicKey } = await readTokens.keyPair(administrator, token, key.alias));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return 'nobody';
    }
    if (key.identifier === Buffer.from(parsePublicKey(publicKey).keyIdentifier).toString('hex')) return 'import';
    return (await readTokens.keyOrigin(administrator, token, key.alias)) === originOf(key) ? 'import' : 'other';
  }

  async #hasKey(administrator: Administrator, token: string, alias: string): Promise<boolean> {
    try {
      await this.#deps.readTokens.keyPair(administrator, token, alias);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return false;
    }
  }

  async #makeKeys(administrator: Administrator, item: ImportItem, warnings: ImportRemark[]): Promise<void> {
    const { operateTokens, readTokens } = this.#deps;
    const { where, read } = item;
    const { name, facts } = read;
    const keys = keyPairsOf(facts['Key Pair Info']);
    const code = facts['Authentication Code'];
    if (givesCode(code)) await operateTokens.activate(administrator, name, code);
    const { state } = await readTokens.status(administrator, name);
    if (keys.length === 0) return;
    if (state !== 'active') {
      warnings.push({
        where,
        message: `is ${state}, so its ${keys.length} key pairs were not made; activate it and import again`,
      });
      return;
    }
    for (const key of keys) await this.#makeKey(administrator, name, key);
  }

  /** Makes a key pair; one of the same kind that is there already stays. */
  async #makeKey(administrator: Administrator, token: string, key: DescribedKeyPair): Promise<void> {
    const { operateTokens, readTokens } = this.#deps;
    const { alias, algorithm, specification } = key;
    try {
      await readTokens.keyPair(administrator, token, alias);
      return;
    } catch (error) {
      if (!(error instanceof UnknownKeyAliasError)) throw error;
    }
    try {
      await operateTokens.generateKeyPair(administrator, token, {
        alias,
        algorithm,
        specification,
        keyUsage: undefined,
        madeFor: originOf(key),
      });
    } catch (error) {
      // Somebody else was faster with the same import.
      if (!(error instanceof KeyAliasInUseError)) throw error;
    }
  }
}

function givesCode(code: DumpValue | undefined): code is string {
  return typeof code === 'string' && code !== '' && code !== 'placeholder';
}

interface DescribedKeyPair {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  /** The identifier of the key that the dump was made of, in hexadecimal. */
  readonly identifier: string;
}

/** Names what a key pair is made for: its description in the dump. The same import has the same one, and another one hardly does. */
function originOf({ alias, algorithm, specification, identifier }: DescribedKeyPair): string {
  return createHash('sha256')
    .update(canonicalJson([alias, algorithm, specification, identifier]))
    .digest('hex');
}

function placeOf(token: string, alias: string): string {
  return JSON.stringify([token.normalize('NFC'), alias]);
}

function keyPairsOf(info: DumpValue | undefined): readonly DescribedKeyPair[] {
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

/** The settings of a CA that name its keys, with their defaults. */
const KEYS_OF_CA = [
  ['certSignKey', 'signKey'],
  ['alternativeCertSignKey', ''],
  ['keyEncryptKey', ''],
] as const;

function isCa({ codec }: ImportItem): boolean {
  return codec.type.token === caType.token;
}

function settingOf(settings: Readonly<Record<string, unknown>>, name: string, otherwise: string): string {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  return typeof value === 'string' ? value : otherwise;
}

/** Sorts names so that each comes after the one that it names, where that is among them. What is in a circle comes last. */
export function issuersFirst(issuers: ReadonlyMap<string, string>): readonly string[] {
  const sorted = new Set<string>();
  for (const first of issuers.keys()) {
    const waiting = new Set<string>();
    for (let name = first; issuers.has(name) && !sorted.has(name) && !waiting.has(name); name = issuers.get(name)!)
      waiting.add(name);
    for (const name of [...waiting].toReversed()) sorted.add(name);
  }
  return [...sorted];
}
