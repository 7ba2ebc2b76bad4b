/** The construction of what signs with the keys of CAs. */
import type { Clock } from '../kernel/clock.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { UnitOfWorkStore } from '../kernel/unit-of-work.ts';
import {
  CaKeyUsers,
  CaPublicKeys,
  type CaStateStore,
  CvcIssuance,
  X509Issuance,
  IssuanceJournal,
  VerifiedCaSigner,
} from '../modules/ca/index.ts';
import type { Configuration } from '../modules/configuration/index.ts';
import { type CryptoTokens, cryptoTokenType } from '../modules/crypto-tokens/index.ts';
import type { Deps } from './deps.ts';

interface CaSigningDeps {
  readonly configuration: Configuration;
  readonly entries: Deps<typeof IssuanceJournal>['entries'];
  readonly states: CaStateStore;
  readonly store: UnitOfWorkStore;
  readonly tokens: CryptoTokens;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

/** Constructs the signer of CAs with its journal, issuance of both formats of certificates, and the lists of keys that CAs use. */
export function caSigning({ configuration, entries, states, store, tokens, clock, random, ids }: CaSigningDeps) {
  const isHardwareToken = async (id: number) =>
    (await configuration.getById(cryptoTokenType, id)).value.type !== 'SoftCryptoToken';
  const signer = new VerifiedCaSigner({ tokens, isHardwareToken });
  const journal = new IssuanceJournal({ entries, store, isHardwareToken, clock, random, ids });
  return {
    caKeyUsers: new CaKeyUsers({ configuration, states, tokens }),
    caPublicKeys: new CaPublicKeys({ configuration, states, tokens }),
    signer,
    journal,
    issuance: new X509Issuance({ signer, journal, clock, random, ids }),
    cvcIssuance: new CvcIssuance({ signer, journal, clock, ids }),
  };
}
