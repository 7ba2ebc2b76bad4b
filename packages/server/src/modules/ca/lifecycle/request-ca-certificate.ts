/** Use case that makes a CA's certification request for another CA: with its present key, another key of its crypto token, or a new key. */
import { planAndCommit, type Plan } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import { type CaReference, getAccessible, caEvent } from '../authorities/index.ts';
import {
  type CaKeys,
  getRenewable,
  type ManagedCaDeps,
  type NextKeys,
  renewalRight,
  type RequestedKey,
  withNewKeys,
} from '../keys/index.ts';
import { type CaRequest, type CaStatus, updateOf } from '../records/index.ts';
import { type CaKinds, operationsOf, requireSignedElsewhere } from './ca-kind.ts';

/** Parameters of a request. */
interface AskedRequest {
  readonly key: RequestedKey;
  /** Expected chain of the certificate to be issued, PEM or base64. */
  readonly chain: readonly string[];
}

export interface RequestCaCertificateDeps extends ManagedCaDeps {
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  readonly kinds: CaKinds;
}

export class RequestCaCertificate extends WithDeps<RequestCaCertificateDeps> {
  /**
   * Returns the encoded request: PKCS #10, or a card verifiable request for a CVC CA. It replaces an earlier one and is kept until its certificate is
   * received; until then the CA continues with its present key.
   *
   * @throws {@link CaNotFoundError} also without access to the CA
   * @throws {@link CaStatusError}, {@link CaWithoutKeysError}, {UnknownKeyAliasError}, {CryptoTokenOfflineError}
   */
  async request(administrator: Administrator, reference: CaReference, asked: AskedRequest): Promise<Uint8Array> {
    const entry = { event: 'CA_SIGNREQUEST', actor: actorOf(administrator), details: { ...reference } } as const;
    return this.deps.audit.recordingRefusal(entry, () => this.#request(administrator, reference, asked));
  }

  async #request(
    administrator: Administrator,
    reference: CaReference,
    { key, chain }: AskedRequest,
  ): Promise<Uint8Array> {
    const { kinds, store } = this.deps;
    const found = await getAccessible(administrator, renewalRight, reference, this.deps);
    const kind = requireSignedElsewhere(kinds, found);
    const above = kind.read(chain).map(({ der }) => der);
    const ca = await getRenewable(administrator, reference, STATUSES, this.deps);
    const commit = (next: NextKeys) => planAndCommit(() => this.#plan(administrator, reference, next, above), store);
    if (key.kind === 'alias') return commit(kind.keysUnder(ca, key.alias));
    const options = operationsOf(kinds, found.kind).newKeyOptions(ca, { newKey: true });
    return withNewKeys(administrator, ca, this.deps, commit, options);
  }

  async #plan(
    administrator: Administrator,
    reference: CaReference,
    next: NextKeys,
    chain: CaRequest['chain'],
  ): Promise<Plan<Uint8Array>> {
    const { audit, keys, kinds } = this.deps;
    const epoch = this.deps.epoch();
    const ca = await getRenewable(administrator, reference, STATUSES, this.deps);
    const { id: caId, name } = ca.authority;
    await keys.requireUnshared(caId, ca.settings.cryptoTokenId, [next.keyAlias, next.alternativeKeyAlias]);
    const { der, details } = await requireSignedElsewhere(kinds, ca.authority).request(ca, next);
    const entry = caEvent(administrator, 'CA_SIGNREQUEST', caId, { name, keyAlias: next.keyAlias, ...details });
    const writes = [updateOf(ca.state, { request: { ...next, der, chain } }), { op: 'epoch.move' }];
    return { unit: audit.unit(writes, [entry], epoch), result: der };
  }
}

/** Statuses of a CA that has keys and may get another certificate. */
const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE', 'WAITING_CERTIFICATE_RESPONSE'];
