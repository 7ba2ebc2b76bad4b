/** Import of the certificate of an external CA, so that its subjects can be administrators here, or to complete a chain. */
import { compareBytes, type DistinguishedName } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { type Plan, planAndCommit, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { Document, DocumentPlanner } from '../../configuration/index.ts';
import {
  type Authorities,
  CaCertificateError,
  CaNotFoundError,
  CaStatusError,
  type TrustByName,
  caEvent,
} from '../authorities/index.ts';
import { type CaSettings, WrongCaKindError, caType } from '../kinds/index.ts';
import { type CaState, type CaStateStore, keepFormerCertificate, updateOf } from '../records/index.ts';
import type { ImportedCa } from './imported-ca.ts';
import { readImportedCas } from './read-imported-cas.ts';

export interface ImportExternalCaDeps extends Pick<
  UseCaseDeps,
  'access' | 'audit' | 'configuration' | 'store' | 'clock' | 'ids'
> {
  readonly authorities: Authorities;
  readonly planner: DocumentPlanner;
  readonly states: CaStateStore;
  readonly trust: TrustByName;
}

export class ImportExternalCa extends WithDeps<ImportExternalCaDeps> {
  /**
   * Creates a CA with the status EXTERNAL, or gives the CA of that name another certificate with the same subject. The certificate determines whether
   * it is an X.509 or a CVC CA.
   *
   * @param certificates - PEM or base64: the CA's certificate and its chain in any order, including the root unless the root CA is here
   * @throws {@link AccessDeniedError} also if the CA gets another certificate and the caller lacks a right that its certificates give to somebody
   * @throws {@link CaCertificateError}, {@link CaExistsError}
   * @throws {@link CaStatusError} if the CA of that name is not external, {@link WrongCaKindError} if it is of another kind
   */
  async import(administrator: Administrator, name: string, certificates: readonly string[]): Promise<void> {
    const entry = { event: 'CA_IMPORT', actor: actorOf(administrator), details: { name } } as const;
    await this.deps.audit.recordingRefusal(entry, () => {
      const given = readImportedCas(certificates).lowest();
      return planAndCommit(() => this.#plan(administrator, name, given), this.deps.store);
    });
  }

  /**
   * Plans the certificates of a CA whose document a unit makes or changes, for that unit.
   *
   * @param certificates - as {@link import} takes them
   * @throws as {@link import}
   */
  async planCertificates(
    administrator: Administrator,
    { name, settings, made }: DocumentOfCa,
    certificates: readonly string[],
  ): Promise<PlannedCertificates> {
    const { access, configuration, trust } = this.deps;
    const given = readImportedCas(certificates).lowest();
    await access.authorize(administrator, Resource.caFunctionality.addCa);
    if (made === undefined) {
      const existing = await configuration.get(caType, name);
      return this.#certified(administrator, name, given, (certificate) =>
        this.#existing(administrator, existing, given, certificate),
      );
    }
    await access.authorize(administrator, ...(await trust.neededFor(given.subject)));
    requireFitting(name, settings, given);
    return this.#certified(administrator, name, given, async () => ({ state: made, writes: [] }));
  }

  async #plan(administrator: Administrator, name: string, given: ImportedCa): Promise<Plan<undefined>> {
    const { access, audit, configuration } = this.deps;
    const { epoch } = configuration;
    await access.authorize(administrator, Resource.caFunctionality.addCa);
    const { writes, entry } = await this.#certified(administrator, name, given, (certificate) =>
      this.#target(administrator, name, given, certificate),
    );
    return { unit: audit.unit([...writes, { op: 'epoch.move' }], [entry], epoch), result: undefined };
  }

  async #certified(
    administrator: Administrator,
    name: string,
    given: ImportedCa,
    target: (certificate: Uint8Array) => Promise<Target>,
  ): Promise<PlannedCertificates> {
    const { authorities, clock } = this.deps;
    const { holder: subject, notAfter } = given;
    const chain = await given.chain({ authorities, now: nowSeconds(clock) });
    const { state, writes } = await target(chain[0]!);
    const update = updateOf(state, {
      status: 'EXTERNAL',
      keySequence: given.keySequence ?? state.keySequence,
      chain,
      notAfter,
    });
    const entry = caEvent(administrator, 'CA_IMPORT', state.caId, { name, subject, notAfter });
    return { writes: [...writes, update], entry, before: state.chain, chain };
  }

  /** Returns the state of the existing CA, or that of its new document. */
  async #target(
    administrator: Administrator,
    name: string,
    given: ImportedCa,
    certificate: Uint8Array,
  ): Promise<Target> {
    const { access, configuration, planner, trust } = this.deps;
    const existing = await configuration.find(caType, name);
    if (existing === undefined) {
      await access.authorize(administrator, ...(await trust.neededFor(given.subject)));
      const settings = { ...settingsOf(given), subjectDn: given.subject.toString(), signedBy: 'External CA' };
      const { writes } = await planner.planCreate({ type: caType.token, name, settings });
      const state = writes.find((write) => write.op === 'ca-state.insert') as unknown as { readonly state: CaState };
      return { state: state.state, writes };
    }
    return this.#existing(administrator, existing, given, certificate);
  }

  async #existing(
    administrator: Administrator,
    existing: Document<unknown, CaSettings>,
    given: ImportedCa,
    certificate: Uint8Array,
  ): Promise<Target> {
    const { access, states } = this.deps;
    const { name } = existing;
    // Replacing the certificate of a CA changes who is trusted in its name: the right to add CAs is not enough.
    await access.authorize(administrator, Resource.caFunctionality.renewCa, Resource.ca(existing.id));
    const state = await states.findState(existing.id);
    if (state === undefined) throw CaNotFoundError.byName(name);
    if (
      state.status !== 'EXTERNAL' &&
      (state.status !== 'UNINITIALIZED' || existing.value.cryptoTokenId !== undefined)
    ) {
      throw new CaStatusError(name, state.status, ['EXTERNAL']);
    }
    requireFitting(name, existing.value, given);
    await this.#authorizeReplacement(administrator, { state, subject: existing.value.subject, certificate });
    return { state, writes: keepFormerCertificate(state, this.deps) };
  }

  /**
   * Requires all rights of those who authenticate with certificates of this CA, since the holder of the new certificate's key could certify anybody
   * as one of them.
   *
   * Importing the same certificate again changes nobody's rights, so that a chain can be completed without them.
   */
  async #authorizeReplacement(
    administrator: Administrator,
    {
      state,
      subject,
      certificate,
    }: { readonly state: CaState; readonly subject: DistinguishedName; readonly certificate: Uint8Array },
  ): Promise<void> {
    const { access, trust } = this.deps;
    const [present] = state.chain;
    if (present !== undefined && compareBytes(present, certificate) === 0) return;
    await access.authorizeIssuerChange(administrator, state.caId);
    await access.authorize(administrator, ...(await trust.neededFor(subject)));
  }
}

/** The document of a CA in a unit that gives it certificates. */
export interface DocumentOfCa {
  readonly name: string;
  readonly settings: CaSettings;
  /** The state that the unit makes; undefined of a CA that exists. */
  readonly made: CaState | undefined;
}

/** Writes and record that give a CA certificates, for a unit. */
export interface PlannedCertificates {
  readonly writes: readonly Write[];
  readonly entry: AuditEntry;
  /** The chain that it had, none when it is new. */
  readonly before: readonly Uint8Array[];
  /** Its own certificate first. */
  readonly chain: readonly Uint8Array[];
}

interface Target {
  readonly state: CaState;
  readonly writes: readonly Write[];
}

function requireFitting(name: string, settings: CaSettings, given: ImportedCa): void {
  if (settings.kind !== given.kind) throw new WrongCaKindError(name, settings.kind, given.kind);
  if (given.conflictWith(settings) !== undefined)
    throw new CaCertificateError(
      `The certificate is for '${given.holder}', and the CA is '${settings.subject.toString()}'.`,
    );
}

/** Returns the settings of a CA without keys here: only the sequence number in the name of a CVC CA. */
function settingsOf({ kind, settings: { keySequence } }: ImportedCa) {
  return kind === 'CVC' ? { caType: 'CVC', ...(keySequence === undefined ? {} : { keySequence }) } : {};
}
