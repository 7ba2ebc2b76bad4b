/** Takes the certificate of a CA that issues elsewhere, for its subjects to be administrators here, or its chain to be completed. */
import { compareBytes, type DistinguishedName } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore, type Write } from '../../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Configuration, DocumentPlanner } from '../../configuration/index.ts';
import {
  type Authorities,
  CaCertificateError,
  CaStatusError,
  type TrustByName,
  WrongCaKindError,
  caType,
  caEvent,
} from '../authorities/index.ts';
import { type CaState, type CaStateStore, keepFormerCertificate, updateOf } from '../records/index.ts';
import type { ImportedCa } from './imported-ca.ts';
import { readImportedCas } from './read-imported-cas.ts';

export interface ImportExternalCaDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
  readonly states: CaStateStore;
  readonly trust: TrustByName;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

export class ImportExternalCa {
  readonly #deps: ImportExternalCaDeps;

  constructor(deps: ImportExternalCaDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a CA with the status EXTERNAL, or gives the one that has the name another certificate of the same subject. It is one of X.509 or of
   * card verifiable certificates, as the certificate says.
   *
   * @param certificates - PEM or base64: the CA's certificate and those above it, in any order, the root among them unless its CA is here
   * @throws {@link AccessDeniedError} also without a right that the certificates of the CA give to somebody, when it gets another one
   * @throws {@link CaCertificateError}, {@link CaExistsError}
   * @throws {@link CaStatusError} when the CA of that name is not external, {@link WrongCaKindError} when it is of another kind
   */
  async import(administrator: Administrator, name: string, certificates: readonly string[]): Promise<void> {
    const entry = { event: 'CA_IMPORT', actor: actorOf(administrator), details: { name } } as const;
    await this.#deps.audit.recordingRefusal(entry, () => {
      const given = readImportedCas(certificates).lowest();
      return planAndCommit(() => this.#plan(administrator, name, given), this.#deps.store);
    });
  }

  async #plan(administrator: Administrator, name: string, given: ImportedCa): Promise<Plan<undefined>> {
    const { access, audit, configuration, authorities, clock } = this.#deps;
    const { epoch } = configuration;
    await access.authorize(administrator, Resource.caFunctionality.addCa);
    const { holder: subject, notAfter } = given;
    const chain = await given.chain({ authorities, now: nowSeconds(clock) });
    const { state, writes } = await this.#target(administrator, name, given, chain[0]!);
    const update = updateOf(state, {
      status: 'EXTERNAL',
      keySequence: given.keySequence ?? state.keySequence,
      chain,
      notAfter,
    });
    const entry = caEvent(administrator, 'CA_IMPORT', state.caId, { name, subject, notAfter });
    return { unit: audit.unit([...writes, update, { op: 'epoch.move' }], [entry], epoch), result: undefined };
  }

  /** Returns the state of the CA that exists, or the one that its new document gets. */
  async #target(
    administrator: Administrator,
    name: string,
    given: ImportedCa,
    certificate: Uint8Array,
  ): Promise<{ readonly state: CaState; readonly writes: readonly Write[] }> {
    const { access, configuration, planner, states, trust } = this.#deps;
    const existing = await configuration.find(caType, name);
    if (existing === undefined) {
      await access.authorize(administrator, ...(await trust.neededFor(given.subject)));
      const settings = { ...settingsOf(given), subjectDn: given.subject.toString(), signedBy: 'External CA' };
      const { writes } = await planner.planCreate({ type: caType.token, name, settings });
      const state = writes.find((write) => write.op === 'ca-state.insert') as unknown as { readonly state: CaState };
      return { state: state.state, writes };
    }
    // An administrator who gives a CA another certificate speaks for it: the right to add CAs is not enough.
    await access.authorize(administrator, Resource.caFunctionality.renewCa, Resource.ca(existing.id));
    if (existing.value.kind !== given.kind) throw new WrongCaKindError(name, existing.value.kind, given.kind);
    const state = (await states.findState(existing.id))!;
    if (
      state.status !== 'EXTERNAL' &&
      (state.status !== 'UNINITIALIZED' || existing.value.cryptoTokenId !== undefined)
    ) {
      throw new CaStatusError(name, state.status, ['EXTERNAL']);
    }
    if (given.conflictWith(existing.value) !== undefined) {
      throw new CaCertificateError(
        `The certificate is for '${given.holder}', and the CA is '${existing.value.subject.toString()}'.`,
      );
    }
    await this.#authorizeReplacement(administrator, { state, subject: existing.value.subject, certificate });
    return { state, writes: keepFormerCertificate(state, this.#deps) };
  }

  /**
   * Requires the rights of everybody who is let in by certificates of the CA: whom the new certificate has certified, they become.
   *
   * The same certificate again changes nobody's rights, so that a chain can be completed without them.
   */
  async #authorizeReplacement(
    administrator: Administrator,
    {
      state,
      subject,
      certificate,
    }: { readonly state: CaState; readonly subject: DistinguishedName; readonly certificate: Uint8Array },
  ): Promise<void> {
    const { access, trust } = this.#deps;
    const [present] = state.chain;
    if (present !== undefined && compareBytes(present, certificate) === 0) return;
    await access.authorizeIssuerChange(administrator, state.caId);
    await access.authorize(administrator, ...(await trust.neededFor(subject)));
  }
}

/** Returns the settings of a CA that signs nothing here: none of keys, but for the sequence number by which a CVC CA is called. */
function settingsOf({ kind, settings: { keySequence } }: ImportedCa) {
  return kind === 'CVC' ? { caType: 'CVC', ...(keySequence === undefined ? {} : { keySequence }) } : {};
}
