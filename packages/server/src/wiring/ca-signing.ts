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
  type Lint,
  Linter,
  type LintWarning,
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
  readonly onLintWarning: (warning: LintWarning) => void;
}

/** Constructs the signer of CAs with its journal, issuance of both formats of certificates, and the lists of keys that CAs use. */
export function caSigning(deps: CaSigningDeps) {
  const { configuration, entries, states, store, tokens, clock, random, ids, onLintWarning: onWarning } = deps;
  const isHardwareToken = async (id: number) =>
    (await configuration.getById(cryptoTokenType, id)).value.type !== 'SoftCryptoToken';
  const signer = new VerifiedCaSigner({ tokens, isHardwareToken });
  const journal = new IssuanceJournal({ entries, store, isHardwareToken, clock, random, ids });
  const linter = new Linter({ lints: LINTS, onWarning });
  const signing = { linter, journal, signer };
  return {
    caKeyUsers: new CaKeyUsers({ configuration, states, tokens }),
    caPublicKeys: new CaPublicKeys({ configuration, states, tokens }),
    ...signing,
    issuance: new X509Issuance({ ...signing, clock, random, ids }),
    cvcIssuance: new CvcIssuance({ ...signing, clock, ids }),
  };
}

/** The lints of certificates and CRLs, in the order in which they look. */
const LINTS: readonly Lint[] = [];
