/** The next keys of a CA: generated for an act, and removed if it fails. */
import { StorageUnavailableError } from '../../../kernel/unit-of-work.ts';
import type { Administrator } from '../../access/index.ts';
import { type CryptoTokens, UnknownKeyAliasError } from '../../crypto-tokens/index.ts';
import type { CaKeys } from './ca-keys.ts';
import type { CaRequest, CaState } from '../records/index.ts';
import type { WithKeys } from '../kinds/index.ts';

/** Key of a CA's certification request: a new one, or an existing one in the crypto token. */
export type RequestedKey = { readonly kind: 'new' } | { readonly kind: 'alias'; readonly alias: string };

/** The next keys of a CA. */
export type NextKeys = Pick<CaRequest, 'keyAlias' | 'alternativeKeyAlias' | 'keySequence'>;

export interface NewKeyOptions {
  readonly after?: (sequence: string) => string;
  /** Specification as in `KeyToMake`. */
  readonly spec?: string | undefined;
}

export interface NewKeysDeps {
  readonly keys: CaKeys;
  readonly tokens: CryptoTokens;
}

/**
 * Generates keys like the present ones under the next free aliases for `act`, which gives them to the CA. Key generation is an act of its own, since
 * it may take a minute. If `act` fails the keys are removed, unless it is unknown whether it was stored.
 *
 * @param options - `after`: function that increments key sequences; `spec`: specification of the key if it is to differ from the present one
 */
export async function withNewKeys<T>(
  administrator: Administrator,
  { settings: { cryptoTokenId }, state }: { readonly settings: WithKeys; readonly state: CaState },
  { keys, tokens }: NewKeysDeps,
  act: (next: NextKeys) => Promise<T>,
  { after = nextKeySequence, spec }: NewKeyOptions = {},
): Promise<T> {
  const { keyAlias, alternativeKeyAlias, keySequence: present } = state;
  let keySequence = after(present);
  while (await exists(tokens, cryptoTokenId, keyAliasOf(keyAlias, present, keySequence))) {
    keySequence = after(keySequence);
  }
  const nextOf = (alias: string) => (alias === '' ? '' : keyAliasOf(alias, present, keySequence));
  const next = { keyAlias: nextOf(keyAlias), alternativeKeyAlias: nextOf(alternativeKeyAlias), keySequence };
  try {
    if (spec === undefined) await keys.obtainLike(administrator, cryptoTokenId, keyAlias, next.keyAlias);
    else await keys.obtain(administrator, cryptoTokenId, { alias: next.keyAlias, spec });
    if (alternativeKeyAlias !== '')
      await keys.obtainLike(administrator, cryptoTokenId, alternativeKeyAlias, next.alternativeKeyAlias);
    return await act(next);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) {
      const made = [next.keyAlias, next.alternativeKeyAlias].filter((alias) => alias !== '');
      await keys.discard(administrator, cryptoTokenId, made);
    }
    throw error;
  }
}

async function exists(tokens: CryptoTokens, tokenId: number, alias: string): Promise<boolean> {
  try {
    await tokens.getKeyPair(tokenId, alias);
    return true;
  } catch (error) {
    if (error instanceof UnknownKeyAliasError) return false;
    throw error;
  }
}

/** Returns the successor of `sequence` with at least as many digits: `00000`, `00001`, ... */
function nextKeySequence(sequence: string): string {
  return String(Number(sequence) + 1).padStart(sequence.length, '0');
}

/** Returns the alias for `sequence`, derived from the alias for `present`: `signKey`, `signKey00001`, ... */
function keyAliasOf(alias: string, present: string, sequence: string): string {
  return (alias.endsWith(present) ? alias.slice(0, -present.length) : alias) + sequence;
}
