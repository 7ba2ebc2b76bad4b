import type { KeyPlan, NewKeyPair } from '../../crypto-tokens/index.ts';

/** Generator of key pairs for end entities. They exist only in memory. */
export interface KeyPairSource {
  /**
   * Generates a key pair, or returns one that was generated in advance; each is returned once.
   *
   * @returns the key pair, whose private key the caller overwrites
   * @throws `KeysBusyError` if it would take too long
   */
  generate(plan: KeyPlan): Promise<NewKeyPair>;
}
