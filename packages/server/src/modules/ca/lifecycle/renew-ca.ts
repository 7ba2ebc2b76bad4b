/** Use case that renews a CA signed in this installation, with its present key or the next one. */
import { caEvent } from '../authorities/index.ts';
import { planAndCommit, type Plan } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import {
  type CaKeys,
  getRenewable,
  type ManagedCa,
  type ManagedCaDeps,
  type NextKeys,
  withNewKeys,
} from '../keys/index.ts';
import { type CaStatus, updateOf } from '../records/index.ts';
import type { RenewOcspResponders } from '../responders/index.ts';
import { oneEpochMove } from '../revocation/index.ts';
import { type CaKinds, type CaRenewal, operationsOf } from './ca-kind.ts';

export interface RenewCaDeps extends ManagedCaDeps {
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  readonly kinds: CaKinds;
  readonly ocspResponders: Pick<RenewOcspResponders, 'updateCa'>;
}

export class RenewCa extends WithDeps<RenewCaDeps> {
  /**
   * Makes the CA sign under a new certificate from now on. The previous one is kept for the certificates issued under it. If a self-signed CA gets
   * another key, link certificates connect it to the previous one (RFC 4210 §4.4). CRL numbers continue under the new key.
   *
   * @throws {@link CaSignerError} for a CA that is signed elsewhere
   * @throws {@link CaStatusError}, {@link CaCertificateRefusedError}, {@link CaNotActiveError} of the CA that signs
   * @throws {UnsupportedKeyError}, {CryptoTokenOfflineError}
   */
  async renew(administrator: Administrator, name: string, renewal: CaRenewal): Promise<void> {
    const { audit, kinds, ocspResponders, store } = this.deps;
    const entry = { event: 'CA_RENEWED', actor: actorOf(administrator), details: { name } } as const;
    await audit.recordingRefusal(entry, async () => {
      const ca = await this.#require(administrator, name, renewal);
      const commit = (next?: NextKeys) => planAndCommit(() => this.#plan(administrator, name, renewal, next), store);
      if (renewal.newKey) {
        const options = operationsOf(kinds, ca.authority.kind).newKeyOptions(ca, renewal);
        await withNewKeys(administrator, ca, this.deps, commit, options);
      } else await commit();
      // From now on the former key may be removed, after which it can certify no responder.
      await ocspResponders.updateCa(ca.authority.id, { early: renewal.newKey });
    });
  }

  async #plan(
    administrator: Administrator,
    name: string,
    renewal: CaRenewal,
    next: NextKeys | undefined,
  ): Promise<Plan<undefined>> {
    const { audit, kinds } = this.deps;
    const epoch = this.deps.epoch();
    const ca = await this.#require(administrator, name, renewal);
    const { authority, state } = ca;
    const renewed = await operationsOf(kinds, authority.kind).renew(administrator, ca, next);
    const { chain, notAfter, serial } = renewed;
    const update = updateOf(state, {
      ...(next === undefined ? {} : { ...next, previousKeyAlias: state.keyAlias }),
      chain,
      notAfter,
    });
    const entry = caEvent(
      administrator,
      'CA_RENEWED',
      state.caId,
      { name, keyAlias: update.state.keyAlias, ...renewed.details, notAfter },
      serial,
    );
    const writes = oneEpochMove([...renewed.writes, update, { op: 'epoch.move' }]);
    return { unit: audit.unit(writes, [entry, ...renewed.entries], epoch), result: undefined };
  }

  async #require(administrator: Administrator, name: string, renewal: CaRenewal): Promise<ManagedCa> {
    const ca = await getRenewable(administrator, { name }, STATUSES, this.deps);
    operationsOf(this.deps.kinds, ca.authority.kind).requireRenewable(ca, renewal);
    return ca;
  }
}

const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE'];
