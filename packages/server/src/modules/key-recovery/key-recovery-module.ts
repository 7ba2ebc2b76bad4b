import type { UseCaseDeps } from '../access/index.ts';
import type { Authorities, CaPublicKeys } from '../ca/index.ts';
import type { CryptoTokens } from '../crypto-tokens/index.ts';
import { CmsKeyEnvelopes } from './cms-key-envelopes.ts';
import { EscrowKeys } from './escrow-keys.ts';
import { KeepKey } from './keep-key.ts';
import type { KeptKeyStore } from './kept-key.ts';
import { RecoverableKeys } from './recoverable-keys.ts';
import { RewrapKeptKeys } from './rewrap-kept-keys.ts';

/** Dependencies of the module. */
export interface KeyRecoveryModuleDeps extends Pick<
  UseCaseDeps,
  'audit' | 'configuration' | 'clock' | 'random' | 'ids'
> {
  readonly authorities: Authorities;
  readonly caKeys: Pick<CaPublicKeys, 'speaksForCa'>;
  readonly keptKeys: KeptKeyStore;
  readonly tokens: CryptoTokens;
}

/** Constructs the use cases of kept keys. */
export function keyRecoveryModule(given: KeyRecoveryModuleDeps) {
  const deps = { ...given, envelopes: new CmsKeyEnvelopes(given) };
  const escrowKeys = new EscrowKeys(deps);
  return {
    escrowKeys,
    keepKey: new KeepKey({ ...deps, escrowKeys }),
    recoverableKeys: new RecoverableKeys(deps),
    rewrapKeptKeys: new RewrapKeptKeys({ ...deps, escrowKeys, epoch: () => deps.configuration.epoch }),
  };
}
