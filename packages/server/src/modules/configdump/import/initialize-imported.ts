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
  readonly readTokens: Pick<ReadTokens, 'keyPair' | 'status'>;
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
   * the same import. Without its token or issuer the rest is left as it is and said.
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
    for (const name of await this.order(items))
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
}

function keyPairsOf(info: DumpValue | undefined): readonly DescribedKeyPair[] {
  if (!Array.isArray(info)) return [];
  return (info as readonly DumpValue[]).flatMap((each) => {
    const {
      Alias: alias,
      'Key Algorithm': algorithm,
      'Key Specification': specification,
    } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof alias !== 'string' || typeof algorithm !== 'string') return [];
    const isGiven = typeof specification === 'string' || typeof specification === 'number';
    return [{ alias, algorithm, specification: isGiven ? String(specification) : algorithm }];
  });
}

function isCa({ codec }: ImportItem): boolean {
  return codec.type.token === caType.token;
}

function settingOf(settings: Readonly<Record<string, unknown>>, name: string, otherwise: string): string {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  return typeof value === 'string' ? value : otherwise;
}

/** Sorts names so that each comes after the one that it names, where that is among them. What is in a circle comes last. */
function issuersFirst(issuers: ReadonlyMap<string, string>): readonly string[] {
  const sorted = new Set<string>();
  const visit = (name: string, under: ReadonlySet<string>): void => {
    const issuer = issuers.get(name);
    if (issuer === undefined || sorted.has(name) || under.has(name)) return;
    visit(issuer, new Set([...under, name]));
    sorted.add(name);
  };
  for (const name of issuers.keys()) visit(name, new Set());
  return [...sorted];
}
