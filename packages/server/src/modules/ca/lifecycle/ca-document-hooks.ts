import type { Write } from '../../../kernel/unit-of-work.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import { type Configuration, type Document, hooksFor, type HooksOfType } from '../../configuration/index.ts';
import type { InsertPublication } from '../../publishers/index.ts';
import type {
  CaState,
  CaStateStore,
  CertificateStore,
  CrlStore,
  DeleteCaCertificate,
  DeleteCaState,
  DeleteFormerOcspResponder,
  DeleteOcspResponder,
  InsertCaState,
  OcspResponderStore,
} from '../records/index.ts';
import { type TrustByName } from '../authorities/index.ts';
import { type CaSettings, caType } from '../kinds/index.ts';
import { crlSettingsChange } from '../crls/index.ts';
import { ocspSettingsChange } from '../responders/index.ts';
import type { IssuanceJournalStore } from '../issuance/index.ts';
import { objectsOfCa, usablePublishers } from '../publications/index.ts';
import { CaExistsError, CaNotOfflineError, FixedCaSettingError } from './errors.ts';

/**
 * Returns the hooks for creating, changing and removing CA documents.
 *
 * A new CA gets a state that allows nothing until it is initialized or its certificate is imported.
 *
 * A CA that has issued certificates to anybody but itself is not removed, because relying parties ask this installation for their status, and its
 * serial numbers and claims must not be reused. An active CA is not removed either, since its certificates signed during the removal would have no
 * CA. Deactivation moves the epoch, so everything planned before it is refused.
 */
export function caHooks({
  configuration,
  states,
  certificates,
  journal,
  crls,
  trust,
  escrowKeys,
  responders,
  ids,
  clock,
}: CaHooksDeps): HooksOfType {
  return hooksFor(caType, {
    async created({ document }) {
      await requireFree(document, states, configuration);
      await escrowKeys.requireSuitable({ name: document.name, settings: document.value });
      const insert: InsertCaState = { op: 'ca-state.insert', state: uninitialized(document) };
      return [insert];
    },
    async changed({ before, document }) {
      const state = await states.findState(document.id);
      const always = changed(before, document, FIXED);
      const initialized = state !== undefined && state.status !== 'UNINITIALIZED';
      const setting = always ?? (initialized ? changed(before, document, FIXED_BY_INITIALIZATION) : undefined);
      if (setting !== undefined) throw new FixedCaSettingError(document.name, setting);
      const { id, name, value } = document;
      const crlWrites = await crlSettingsChange({ caId: id, name, before: before.value, after: value }, crls);
      const jobs = initialized
        ? ocspSettingsChange({ caId: id, before: before.value, after: value }, { ids, clock })
        : [];
      const writes = [...crlWrites, ...jobs];
      if (before.value.escrowKeyAlias === value.escrowKeyAlias || value.escrowKeyAlias === undefined) return writes;
      await escrowKeys.requireSuitable({ name, settings: value });
      return [...writes, ...(await escrowKeys.planRewrap(id))];
    },
    async renamed({ document: { id, value } }) {
      // The names of published objects begin with that of the CA.
      const publishers = await usablePublishers(configuration, value.publisherIds);
      return publishers.flatMap((publisherId) =>
        objectsOfCa(id, value).map((object): InsertPublication => {
          const publication = { id: ids.next(), publisherId, object, createdMs: clock.nowMs() };
          return { op: 'publication.insert', publication };
        }),
      );
    },
    async usedBy({ document: { id } }) {
      if (await certificates.hasIssued(id)) return ['certificates that it has issued'];
      return (await journal.hasIncomplete(id)) ? ['certificates that it may have issued (sealwright doctor)'] : [];
    },
    async removed({ document: { id, name } }) {
      const state = await states.findState(id);
      if (state === undefined) return [];
      if (state.status === 'ACTIVE') throw new CaNotOfflineError(name);
      const removal: DeleteCaState = { op: 'ca-state.delete', caId: id, expectedVersion: state.version };
      const further = await states.listFurtherCertificates(id, MAX_FURTHER_CERTIFICATES);
      const deletions: DeleteCaCertificate[] = further.map((one) => ({ op: 'ca-certificate.delete', id: one.id }));
      const ofCa = await responders.listOfCa(id, MAX_FURTHER_CERTIFICATES);
      const forgotten = ofCa.map((one): DeleteOcspResponder => ({ op: 'ocsp-responder.delete', id: one.id }));
      const former = await responders.listFormerOfCa(id, MAX_FURTHER_CERTIFICATES);
      const formerForgotten = former.map((one): DeleteFormerOcspResponder => ({
        op: 'former-ocsp-responder.delete',
        id: one.id,
      }));
      return [removal, ...deletions, ...forgotten, ...formerForgotten];
    },
    // The subject cannot be changed later.
    neededFor: ({ before, document: { value } }) => (before === undefined ? trust.neededFor(value.subject) : []),
  });
}

export interface CaHooksDeps extends Pick<UseCaseDeps, 'clock' | 'configuration' | 'ids'> {
  readonly states: CaStateStore;
  readonly certificates: CertificateStore;
  /** Journal, which knows certificates that were signed but never stored. */
  readonly journal: Pick<IssuanceJournalStore, 'hasIncomplete'>;
  readonly crls: CrlStore;
  readonly responders: OcspResponderStore;
  readonly trust: TrustByName;
  readonly escrowKeys: {
    /** Refuses a key that is known not to support encryption. */
    readonly requireSuitable: (ca: { readonly name: string; readonly settings: CaSettings }) => Promise<void>;
    /** Plans the consequences of a new escrow key for kept keys. */
    readonly planRewrap: (caId: number) => Promise<readonly Write[]>;
  };
}

type CaDocument = Document<unknown, CaSettings>;

function uninitialized({ id, publicId, value }: CaDocument): CaState {
  return {
    caId: id,
    publicId,
    subjectKey: value.subject.key,
    status: 'UNINITIALIZED',
    keyAlias: '',
    alternativeKeyAlias: '',
    keySequence: value.firstKeySequence,
    previousKeyAlias: undefined,
    request: undefined,
    chain: [],
    notAfter: 0,
    revocationReason: 'NOT_REVOKED',
    revokedAt: undefined,
    version: 1,
  };
}

/**
 * Requires that no other CA has the subject or the public id. Two subjects can have the same Java hash (`CN=Aa` and `CN=BB`), and clients could not
 * distinguish their CAs.
 */
async function requireFree(
  { name, publicId, value }: CaDocument,
  states: CaStateStore,
  configuration: Configuration,
): Promise<void> {
  const sameSubject = await states.findIdBySubject(value.subject.key);
  const other = sameSubject ?? (await states.findIdByPublicId(publicId));
  if (other === undefined) return;
  const { name: holder } = await configuration.getById(caType, other);
  throw new CaExistsError(name, holder, sameSubject === undefined ? 'id' : 'subject');
}

/** Returns the first of `settings` in which the documents differ. */
function changed(
  before: CaDocument,
  document: CaDocument,
  settings: readonly (readonly [name: string, of: (settings: CaSettings) => unknown])[],
): string | undefined {
  return settings.find(([, of]) => of(before.value) !== of(document.value))?.[0];
}

/** Limit on further certificates: a CA is renewed every few years, and keeps at most three certificates each time. */
const MAX_FURTHER_CERTIFICATES = 1000;
/** Settings by which clients identify a CA, and its kind. */
const FIXED = [
  ['caType', ({ kind }: CaSettings) => kind],
  ['subjectDn', ({ subject }: CaSettings) => subject.toString()],
] as const;

/** Settings on which its keys and its certificate depend. */
const FIXED_BY_INITIALIZATION = [
  ['cryptoToken', ({ cryptoTokenId }: CaSettings) => cryptoTokenId],
  ['certSignKey', ({ firstKey }: CaSettings) => firstKey.alias],
  ['signedBy', ({ certificate }: CaSettings) => certificate.signedBy],
  ['alternativeCertSignKey', ({ alternative }: CaSettings) => alternative?.firstKey.alias],
] as const;
