/** Gives an SSH CA another end of its validity, and its next key, which may be of another kind. */
import {
  parsePublicKey,
  PkiError,
  type SignatureAlgorithm,
  SshPublicKey,
  sshSignatureAlgorithms,
} from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore, type Write } from '../../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Configuration, DocumentPlanner } from '../../configuration/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import {
  type CaKeys,
  type ManagedCaDeps,
  type ManagedSshCa,
  type NextKeys,
  requireRenewableSsh,
  withNewKeys,
} from '../keys/index.ts';
import { type CaStatus, updateOf } from '../records/index.ts';
import { caType, sshNotAfter } from '../authorities/index.ts';
import { CaCertificateRefusedError } from '../issuance/index.ts';
import { oneEpochMove } from '../revocation/index.ts';

export interface RenewSshCaDeps extends ManagedCaDeps {
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
}

export class RenewSshCa {
  readonly #deps: RenewSshCaDeps;

  constructor(deps: RenewSshCaDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the CA sign until its validity has passed anew, and with a new key when there is to be one. Keys before stay on its key
   * revocation list, and what they have signed is trusted by whoever trusts them.
   *
   * @param options - `keySpec`: what the new key is to be. A CA whose signature algorithm does not go with it gets the key's own
   * @throws {@link CaCertificateRefusedError} for a key that SSH does not have
   * @throws {@link CaStatusError}, {UnsupportedKeyError}, {CryptoTokenOfflineError}
   */
  async renew(
    administrator: Administrator,
    name: string,
    { newKey, keySpec }: { readonly newKey: boolean; readonly keySpec: string | undefined },
  ): Promise<void> {
    const ca = await requireRenewableSsh(administrator, { name }, STATUSES, this.#deps);
    const commit = (next: NextKeys | undefined) =>
      planAndCommit(() => this.#plan(administrator, name, next), this.#deps.store);
    await (newKey ? withNewKeys(administrator, ca, this.#deps, commit, { spec: keySpec }) : commit(undefined));
  }

  async #plan(administrator: Administrator, name: string, next: NextKeys | undefined): Promise<Plan<undefined>> {
    const { audit, configuration, clock } = this.#deps;
    const { epoch } = configuration;
    const ca = await requireRenewableSsh(administrator, { name }, STATUSES, this.#deps);
    const { settings, state } = ca;
    const notAfter = sshNotAfter(settings, nowSeconds(clock));
    const key = next && (await this.#nextKey(ca, next));
    const update = updateOf(state, { ...key?.state, notAfter });
    const entry = {
      event: 'CA_RENEWED',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: state.caId,
      details: { name, keyAlias: update.state.keyAlias, ...key?.details, notAfter },
    } as const;
    const writes = oneEpochMove([...(key?.writes ?? []), update, { op: 'epoch.move' }]);
    return { unit: audit.unit(writes, [entry], epoch), result: undefined };
  }

  /** What changes with the key: the state, and how the CA signs when that does not go with it. */
  async #nextKey({ authority, settings, state }: ManagedSshCa, { keyAlias, keySequence }: NextKeys) {
    const { name } = authority;
    const { publicKey } = await this.#deps.tokens.getKeyPair(settings.cryptoTokenId, keyAlias);
    const algorithm = algorithmFor(name, publicKey, settings.signatureAlgorithm);
    const changes = algorithm !== settings.signatureAlgorithm;
    return {
      state: { keyAlias, keySequence, previousKeyAlias: state.keyAlias, chain: [publicKey, ...state.chain] },
      writes: changes ? await this.#algorithmChange(name, algorithm) : [],
      details: changes ? { signatureAlgorithm: algorithm.name } : {},
    };
  }

  async #algorithmChange(name: string, { name: signatureAlgorithm }: SignatureAlgorithm): Promise<readonly Write[]> {
    const { configuration, planner } = this.#deps;
    const document = await configuration.get(caType, name);
    const settings = { ...(await configuration.present(document)), signatureAlgorithm };
    const { version: expectedVersion } = document;
    return (await planner.planChange({ type: caType.token, name, settings, expectedVersion })).writes;
  }
}

/** The one that the CA signs with, as far as the key can. */
function algorithmFor(name: string, publicKey: Uint8Array, present: SignatureAlgorithm): SignatureAlgorithm {
  const usable = usableAlgorithms(name, publicKey);
  const [first] = usable;
  return usable.includes(present) || first === undefined ? present : first;
}

function usableAlgorithms(name: string, publicKey: Uint8Array): readonly SignatureAlgorithm[] {
  try {
    return sshSignatureAlgorithms(SshPublicKey.of(parsePublicKey(publicKey)));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new CaCertificateRefusedError(name, `${error.message}.`);
  }
}

const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE'];
