/** Initialization of a CA: its keys, and its first certificate or the request for one. */
import { type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { cryptoTokenRule } from '../../crypto-tokens/index.ts';
import { type Authorities, CaNotFoundError, CaStatusError, caEvent } from '../authorities/index.ts';
import { CaWithoutKeysError, type CertificateAuthority, caType } from '../kinds/index.ts';
import type { CaKeys } from '../keys/index.ts';
import type { RenewOcspResponders } from '../responders/index.ts';
import { type CaState, type CaStateStore, updateOf } from '../records/index.ts';
import type { FirstCrls } from '../crls/index.ts';
import { type Beginning, type CaKinds, operationsOf, type UninitializedCa } from './ca-kind.ts';

export interface InitializeCaDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'configuration' | 'store'> {
  readonly authorities: Authorities;
  readonly states: CaStateStore;
  readonly keys: CaKeys;
  readonly kinds: CaKinds;
  readonly firstCrls: Pick<FirstCrls, 'begin' | 'make'>;
  readonly ocspResponders: Pick<RenewOcspResponders, 'updateCa'>;
}

export class InitializeCa extends WithDeps<InitializeCaDeps> {
  /**
   * Generates missing keys, then makes the certificate, the first CRLs and the OCSP responder. If it fails before the certificate, the keys stay and
   * the CA stays uninitialized, so that it can be tried again.
   *
   * @throws {@link CaNotFoundError}
   * @throws {@link CaStatusError} if it is already initialized
   * @throws {CaKeyTakenError} if another CA uses one of its keys
   * @throws {@link CaWithoutKeysError} for a CA without a crypto token, whose certificate has to be imported
   */
  async initialize(administrator: Administrator, name: string): Promise<CertificateAuthority> {
    const { audit, authorities, firstCrls, ocspResponders, store } = this.deps;
    const entry = { event: 'CA_KEYACTIVATE', actor: actorOf(administrator), details: { name } } as const;
    const id = await audit.recordingRefusal(entry, async () => {
      // Key generation is an act of its own, so it comes first; planning only looks the keys up.
      await this.#read(administrator, name);
      return planAndCommit(() => this.#plan(administrator, name), store);
    });
    await firstCrls.make(id);
    await ocspResponders.updateCa(id);
    return (await authorities.findById(id))!;
  }

  async #plan(administrator: Administrator, name: string): Promise<Plan<number>> {
    const { audit, configuration, firstCrls, kinds } = this.deps;
    const { epoch } = configuration;
    const ca = await this.#read(administrator, name);
    const { document } = ca;
    const begun = await operationsOf(kinds, document.value.kind).initialize(ca);
    const state = stateAfter(ca.state, begun);
    const { writes, entries } = 'request' in begun ? NOTHING_SIGNED : begun;
    const entry = caEvent(administrator, 'CA_KEYACTIVATE', document.id, {
      name: document.name,
      subject: document.value.subject.toString(),
      status: state.status,
      notAfter: state.notAfter,
    });
    const makesCrls = state.status === 'ACTIVE' && document.value.kind === 'X509';
    const job = makesCrls ? [firstCrls.begin(document.id)] : [];
    const all = [...writes, updateOf(ca.state, state), ...job, { op: 'epoch.move' }];
    return { unit: audit.unit(all, [entry, ...entries], epoch), result: document.id };
  }

  async #read(administrator: Administrator, name: string): Promise<UninitializedCa> {
    const { access, configuration, states, keys } = this.deps;
    // Administrators who may not add CAs must not learn which CAs exist.
    await access.authorize(administrator, Resource.caFunctionality.addCa);
    const document = await configuration.find(caType, name);
    const stored = document && (await states.findState(document.id));
    if (document === undefined || stored === undefined) throw CaNotFoundError.byName(name);
    const { cryptoTokenId, firstKey, alternative, firstKeySequence } = document.value;
    if (cryptoTokenId === undefined) throw new CaWithoutKeysError(name);
    await access.authorize(administrator, cryptoTokenRule('use', cryptoTokenId));
    if (stored.status !== 'UNINITIALIZED') throw new CaStatusError(name, stored.status, ['UNINITIALIZED']);
    await keys.requireUnshared(document.id, cryptoTokenId, [firstKey.alias, alternative?.firstKey.alias ?? '']);
    const state = {
      ...stored,
      keyAlias: firstKey.alias,
      alternativeKeyAlias: alternative?.firstKey.alias ?? '',
      keySequence: firstKeySequence,
    };
    return {
      administrator,
      document,
      state,
      key: await keys.obtain(administrator, cryptoTokenId, firstKey),
      alternativeKey: alternative && (await keys.obtain(administrator, cryptoTokenId, alternative.firstKey)),
    };
  }
}

/** Returns the state of an initialized CA: active with its certificate, or waiting for it. */
function stateAfter(state: CaState, begun: Beginning & { readonly keySequence?: string }): CaState {
  const { keyAlias, alternativeKeyAlias } = state;
  const { keySequence = state.keySequence } = begun;
  if (!('request' in begun)) {
    const { chain, notAfter } = begun;
    return { ...state, keySequence, status: 'ACTIVE', chain, notAfter };
  }
  const request = { keyAlias, alternativeKeyAlias, keySequence, der: begun.request, chain: [] };
  return { ...state, keySequence, status: 'WAITING_CERTIFICATE_RESPONSE', request };
}

const NOTHING_SIGNED = { writes: [], entries: [] };
