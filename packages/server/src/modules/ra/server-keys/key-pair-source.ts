import type { KeyPlan, NewKeyPair } from '../../crypto-tokens/index.ts';

/** Generates the key pairs of end entities. They exist in memory only. */
export interface KeyPairSource {
  /**
   * Generates a key pair, or hands out one that was generated before; each one once.
   *
   * @returns the key pair, whose private key the caller overwrites
   * @throws `KeysBusyError` when it would take too long
   */
  generate(plan: KeyPlan): Promise<NewKeyPair>;
}
