import { AppError } from '../../../kernel/errors.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import { CaStatusError, caType, type CaStateStore, type InitializeCa } from '../../ca/index.ts';
import { type Configuration, SECRET_PLACEHOLDER } from '../../configuration/index.ts';
import {
  cryptoTokenType,
  KeyAliasInUseError,
  type OperateTokens,
  type ReadTokens,
  UnknownKeyAliasError,
} from '../../crypto-tokens/index.ts';
import type { DumpValue } from '../codec/index.ts';
import { type DescribedKeyPair, isCa, keyPairsOf, keysOfOthers, originOf, settingOf } from './described-keys.ts';
import { reasonOf } from './errors.ts';
import type { ImportRemark } from './import-options.ts';
import { issuersFirst } from './issuers-first.ts';
import type { ImportItem } from './read-items.ts';

export interface InitializeImportedDeps {
  readonly configuration: Configuration;
  readonly initializeCa: Pick<InitializeCa, 'initialize'>;
  readonly operateTokens: Pick<OperateTokens, 'activate' | 'generateKeyPair'>;
  readonly readTokens: Pick<ReadTokens, 'keyOrigin' | 'keyPair' | 'status'>;
  readonly states: Pick<CaStateStore, 'findState'>;
}

/** Items that an initialization completes, and those that describe keys. */
export interface InitializedItems {
  /** Items of the import, and those that were left alone and are completed. */
  readonly items: readonly ImportItem[];
  /** All items of the dump: one that is left alone or refused describes keys, too. */
  readonly described: readonly ImportItem[];
}

/** Key pairs of crypto tokens and certificates of CAs that an import brings, made as if each were asked for by itself. */
export class InitializeImported extends WithDeps<InitializeImportedDeps> {
  /**
   * Makes the keys of the imported tokens, then the certificates of the CAs, each after its issuer.
   *
   * Each key and each certificate is durable when it is made, and what exists is not made again: an import that was cut off is completed by
   * the same import, which knows its own keys. Without its token or issuer the rest is left as it is and said.
   */
  async run(
    administrator: Administrator,
    given: InitializedItems,
  ): Promise<{ readonly errors: readonly ImportRemark[]; readonly warnings: readonly ImportRemark[] }> {
    const { items } = given;
    const errors: ImportRemark[] = [];
    const warnings: ImportRemark[] = [];
    const attempt = async (where: string, act: () => Promise<void>) => {
      try {
        await act();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.push({ where, message: reasonOf(error) });
      }
    };
    for (const item of items.filter(({ codec }) => codec.type.token === cryptoTokenType.token))
      await attempt(item.where, () => this.#makeKeys(administrator, item, warnings));
    const byName = new Map(items.filter(isCa).map((item) => [item.read.name, item]));
    const others = await this.keysOfOthers(administrator, given);
    errors.push(...others.values());
    for (const name of (await this.order(items)).filter((each) => !others.has(each)))
      await attempt(byName.get(name)!.where, () => this.#initialize(administrator, name));
    return { errors, warnings };
  }

  async #initialize(administrator: Administrator, name: string): Promise<void> {
    const { configuration, initializeCa, states } = this.deps;
    try {
      await initializeCa.initialize(administrator, name);
    } catch (error) {
      if (!(error instanceof CaStatusError)) throw error;
      // The same import at the same time was faster.
      const document = await configuration.find(caType, name);
      if (document === undefined || (await states.findState(document.id))?.status === 'UNINITIALIZED') throw error;
    }
  }

  /** Finds the CAs that would be certified for a key pair of somebody else, as {@link keysOfOthers}. */
  async keysOfOthers(
    administrator: Administrator,
    { items, described }: InitializedItems,
  ): Promise<ReadonlyMap<string, ImportRemark>> {
    const waiting = new Set(await this.order(items));
    const cas = items.filter((item) => isCa(item) && waiting.has(item.read.name));
    return keysOfOthers(administrator, cas, described, this.deps.readTokens);
  }

  /** Lists the CAs among the items that have keys and no certificate yet, issuers before those whom they certify. */
  async order(items: readonly ImportItem[]): Promise<readonly string[]> {
    const { configuration, states } = this.deps;
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
    const { configuration, readTokens } = this.deps;
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

  async #hasKey(administrator: Administrator, token: string, alias: string): Promise<boolean> {
    try {
      await this.deps.readTokens.keyPair(administrator, token, alias);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return false;
    }
  }

  async #makeKeys(administrator: Administrator, item: ImportItem, warnings: ImportRemark[]): Promise<void> {
    const { operateTokens, readTokens } = this.deps;
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
    const { operateTokens, readTokens } = this.deps;
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
        madeFor: originOf(administrator, key),
      });
    } catch (error) {
      // Somebody else was faster with the same import.
      if (!(error instanceof KeyAliasInUseError)) throw error;
    }
  }
}

function givesCode(code: DumpValue | undefined): code is string {
  return typeof code === 'string' && code !== '' && code !== SECRET_PLACEHOLDER;
}
