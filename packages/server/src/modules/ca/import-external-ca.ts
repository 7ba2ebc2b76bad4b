/** Takes the certificate of a CA that issues elsewhere, for its subjects to be administrators here, or its chain to be completed. */
import type { Certificate } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore, type Write } from '../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Configuration, DocumentPlanner } from '../configuration/index.ts';
import type { Authorities } from './authorities.ts';
import { type CaState, type CaStateStore, updateOf } from './ca-state.ts';
import { caType } from './ca-type.ts';
import { CaCertificateError, CaStatusError, WrongCaKindError } from './errors.ts';
import { keepFormerCertificate } from './kept-certificates.ts';
import { caChainOf, lowestOf, readCaCertificates } from './received-chain.ts';

export interface ImportExternalCaDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
  readonly states: CaStateStore;
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
   * Makes a CA with the status EXTERNAL, or gives the one that has the name another certificate of the same subject.
   *
   * @param certificates - PEM or base64: the CA's certificate and those above it, in any order, the root among them unless its CA is here
   * @throws {@link CaCertificateError}, {@link CaExistsError}
   * @throws {@link CaStatusError} when the CA of that name is not external, {@link WrongCaKindError} when it is not of X.509
   */
  async import(administrator: Administrator, name: string, certificates: readonly string[]): Promise<void> {
    const entry = { event: 'CA_IMPORT', actor: actorOf(administrator), details: { name } } as const;
    await this.#deps.audit.recordingRefusal(entry, () => {
      const read = readCaCertificates(certificates);
      return planAndCommit(() => this.#plan(administrator, name, read), this.#deps.store);
    });
  }

  async #plan(administrator: Administrator, name: string, given: readonly Certificate[]): Promise<Plan<undefined>> {
    const { access, audit, configuration, authorities, clock } = this.#deps;
    const { epoch } = configuration;
    await access.authorize(administrator, Resource.caFunctionality.addCa);
    const certificate = lowestOf(given);
    const others = given.filter((one) => one !== certificate);
    const chain = await caChainOf(certificate, others, { authorities, now: nowSeconds(clock) });
    const { state, writes } = await this.#target(administrator, name, certificate);
    const update = updateOf(state, {
      status: 'EXTERNAL',
      chain: chain.map(({ der }) => der),
      notAfter: certificate.notAfter,
    });
    const entry = {
      event: 'CA_IMPORT',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: state.caId,
      details: { name, subject: certificate.subject.toString(), notAfter: certificate.notAfter },
    } as const;
    return { unit: audit.unit([...writes, update, { op: 'epoch.move' }], [entry], epoch), result: undefined };
  }

  /** The state of the CA that exists, or the one that its new document gets. */
  async #target(
    administrator: Administrator,
    name: string,
    certificate: Certificate,
  ): Promise<{ readonly state: CaState; readonly writes: readonly Write[] }> {
    const { access, configuration, planner, states } = this.#deps;
    const existing = await configuration.find(caType, name);
    if (existing === undefined) {
      const settings = { subjectDn: certificate.subject.toString(), signedBy: 'External CA' };
      const { writes } = await planner.planCreate({ type: caType.token, name, settings });
      const state = writes.find((write) => write.op === 'ca-state.insert') as unknown as { readonly state: CaState };
      return { state: state.state, writes };
    }
    // Whoever gives a CA another certificate speaks for it: adding CAs is not enough.
    await access.authorize(administrator, Resource.caFunctionality.renewCa, Resource.ca(existing.id));
    if (existing.value.kind !== 'X509') throw new WrongCaKindError(name, existing.value.kind, 'X509');
    const state = (await states.findState(existing.id))!;
    if (
      state.status !== 'EXTERNAL' &&
      (state.status !== 'UNINITIALIZED' || existing.value.cryptoTokenId !== undefined)
    ) {
      throw new CaStatusError(name, state.status, ['EXTERNAL']);
    }
    if (!certificate.subject.equals(existing.value.subject)) {
      throw new CaCertificateError(
        `The certificate is for '${certificate.subject.toString()}', and the CA is '${existing.value.subject.toString()}'.`,
      );
    }
    return { state, writes: keepFormerCertificate(state, this.#deps) };
  }
}
