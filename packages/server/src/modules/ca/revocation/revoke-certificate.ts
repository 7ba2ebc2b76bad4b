/** Use cases that revoke certificates, release them from hold, and report their status. */
import { compareBytes, type SerialNumber } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { nowSeconds } from '../../../kernel/clock.ts';
import { planAndCommit, type Plan } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource } from '../../access/index.ts';
import type { PendingApproval, PlannedAct, RequestApproval } from '../../approvals/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType } from '../../profiles/index.ts';
import { getAccessible, getById, neededApproval, type ChangingDeps } from '../authorities/index.ts';
import type { CertificateAuthority } from '../kinds/index.ts';
import { type CaWithState, certifiedCa } from './ca-revocation.ts';
import type { CaStateStore, CertificateRecord, CertificateStore, RevocationReason } from '../records/index.ts';
import type { CrlUponRevocation } from '../crls/index.ts';
import { AlreadyRevokedError, CertificateNotFoundError, RevocationDateError } from './errors.ts';
import { type RevocationChangeDeps, oneEpochMove, revocationChange } from './revocation-change.ts';
import { approvedRevocation, revocationToApprove } from './revocation-approval.ts';
import {
  type RevocationOutcome,
  type RevocationRequest,
  decideRevocation,
  withoutPresentDate,
} from './revocation-rules.ts';

/** Identifies a certificate: the issuer's subject as the caller wrote it, and the serial number. */
export interface CertificateName {
  readonly issuerDn: string;
  readonly serialNumber: SerialNumber;
}

/** The revocation state of a certificate. Times are seconds since 1970. */
export interface RevocationState {
  readonly reason: RevocationReason;
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
}

/** Result of a request: the new state of the certificate, or the pending approval. */
export type RevocationResult = { readonly outcome: 'done'; readonly state: RevocationState } | PendingApproval;

export interface RevokeCertificateDeps extends ChangingDeps, RevocationChangeDeps {
  readonly states: CaStateStore;
  readonly certificates: CertificateStore;
  readonly configuration: Configuration;
  readonly requestApproval: RequestApproval;
  readonly crlUponRevocation: CrlUponRevocation;
}

export class RevokeCertificate extends WithDeps<RevokeCertificateDeps> {
  /**
   * Applies `request` to the certificate according to the state rules, or requests approval for that.
   *
   * @throws {@link CertificateNotFoundError} also for an issuer that is not a CA here
   * @throws {@link ApprovalRequestExistsError} if the same request is already waiting for approval
   */
  async revoke(
    administrator: Administrator,
    name: CertificateName,
    request: RevocationRequest,
  ): Promise<RevocationResult> {
    const { result, committed } = await planAndCommit(() => this.#plan(administrator, name, request), this.deps.store);
    await committed?.();
    return result;
  }

  /**
   * Plans an approved revocation under the present state.
   *
   * @param request - as it was requested
   * @throws {@link CertificateNotFoundError}, and the errors of the state rules
   */
  async planApprovedRevocation(requester: Administrator, { act }: { readonly act: JsonObject }): Promise<PlannedAct> {
    const { caId, serialNumber, request } = approvedRevocation(act);
    const authority = await getById(this.deps.authorities, caId);
    const issuerDn = authority.settings.subject.toString();
    const found = await this.#findOf(requester, authority, { issuerDn, serialNumber });
    return (await this.#planChange(requester, found, request, issuerDn)).act;
  }

  /**
   * Returns the revocation state of the certificate.
   *
   * @throws {@link CaNotFoundError}, {@link CertificateNotFoundError}
   */
  async status(administrator: Administrator, { issuerDn, serialNumber }: CertificateName): Promise<RevocationState> {
    const { viewCertificate } = Resource.caFunctionality;
    const authority = await getAccessible(administrator, viewCertificate, { subject: issuerDn }, this.deps);
    const record = await this.deps.certificates.findCertificate(authority.id, serialNumber);
    if (record !== undefined) return record;
    throw new CertificateNotFoundError(
      `Certificate with serial number '${serialNumber}' and issuer DN '${issuerDn}' was not found`,
    );
  }

  async #plan(
    administrator: Administrator,
    name: CertificateName,
    given: RevocationRequest,
  ): Promise<Plan<{ readonly result: RevocationResult; readonly committed?: (() => Promise<void>) | undefined }>> {
    const { audit, clock, configuration, requestApproval } = this.deps;
    const epoch = this.deps.epoch();
    const found = await this.#find(administrator, name);
    const { authority, record } = found;
    const { allowed: allowBackdating } = await backdating(record.certificateProfileId, configuration);
    // Removed before the request is stored for approval, by when the date would lie in the past.
    const request = withoutPresentDate(given, { allowBackdating }, nowSeconds(clock));
    const { act, state } = await this.#planChange(administrator, found, request, name.issuerDn);
    const profileId = await neededApproval('revocation', authority, record.certificateProfileId, configuration);
    const pending = await requestApproval.plan(administrator, profileId, () =>
      revocationToApprove(found, request, configuration),
    );
    if (pending !== undefined)
      return { unit: audit.unit(pending.writes, [pending.entry], epoch), result: { result: pending.result } };
    const result = { outcome: 'done', state } as const;
    return { unit: audit.unit(act.writes, act.entries, epoch), result: { result, committed: act.committed } };
  }

  async #planChange(
    administrator: Administrator,
    { authority, record, ca }: Found,
    request: RevocationRequest,
    issuerDn: string,
  ): Promise<{ readonly act: PlannedAct; readonly state: RevocationState }> {
    const { clock, configuration, crlUponRevocation } = this.deps;
    const { allowed: allowBackdating, profileName } = await backdating(record.certificateProfileId, configuration);
    const state = decide(
      record,
      request,
      { ...policyOf(authority), allowBackdating },
      { now: nowSeconds(clock), profileName, issuerDn },
    );
    const { writes, entry } = await revocationChange({ record, ca }, state, actorOf(administrator), this.deps);
    const revoked = { authority, partition: record.crlPartition };
    const committed = () => crlUponRevocation.issue([revoked]);
    return { act: { writes: oneEpochMove(writes), entries: [entry], committed }, state };
  }

  async #find(administrator: Administrator, name: CertificateName): Promise<Found> {
    const { revokeEndEntity } = Resource.ra;
    const authority = await getAccessible(administrator, revokeEndEntity, { subject: name.issuerDn }, this.deps);
    return this.#findOf(administrator, authority, name);
  }

  async #findOf(administrator: Administrator, authority: CertificateAuthority, name: CertificateName): Promise<Found> {
    await this.deps.access.authorize(administrator, Resource.ra.revokeEndEntity, Resource.ca(authority.id));
    const record = await this.deps.certificates.findCertificate(authority.id, name.serialNumber);
    // The CA's own certificate does not belong to an end entity: a CA is ended by CA management, or by the CA that signed it.
    if (record === undefined || isOwnCertificate(authority, record)) throw notFound(name);
    await this.deps.access.authorize(
      administrator,
      Resource.endEntityProfile(record.endEntityProfileId, 'revoke_end_entity'),
    );
    const ca = await certifiedCa(record, this.deps);
    // Its revocation also ends the CA that it certifies, which needs further rights.
    if (ca !== undefined) {
      await this.deps.access.authorize(administrator, Resource.caFunctionality.editCa, Resource.ca(ca.authority.id));
    }
    return { authority, record, ca };
  }
}

function notFound({ issuerDn, serialNumber }: CertificateName): CertificateNotFoundError {
  return new CertificateNotFoundError(
    `Could not find end entity certificate. Issuer ${issuerDn}, serialNo ${serialNumber}.`,
  );
}

/** A certificate that the administrator may revoke. */
interface Found {
  readonly authority: CertificateAuthority;
  readonly record: CertificateRecord;
  /** The CA of this installation that signs under it, if any. */
  readonly ca: CaWithState | undefined;
}

function isOwnCertificate(authority: CertificateAuthority, { der }: CertificateRecord): boolean {
  const [own] = authority.kind === 'X509' ? authority.chain : [];
  return own !== undefined && compareBytes(own.der, der) === 0;
}

function policyOf({ settings }: CertificateAuthority) {
  return { allowReasonChange: settings.allowRevocationReasonChange, allowInvalidityDate: settings.allowInvalidityDate };
}

/** Tells whether the certificate profile allows a revocation date in the past. A removed profile does not. */
async function backdating(profileId: number, configuration: Configuration) {
  const profile = await configuration.findById(certificateProfileType, profileId);
  if (profile === undefined) return { allowed: false, profileName: String(profileId) };
  return { allowed: profile.value.allowBackdatedRevocation, profileName: profile.name };
}

/** Applies the state rules, with error messages that identify the certificate. */
function decide(
  record: CertificateRecord,
  request: RevocationRequest,
  policy: Parameters<typeof decideRevocation>[2],
  { now, profileName, issuerDn }: { readonly now: number; readonly profileName: string; readonly issuerDn: string },
): RevocationOutcome {
  const serial = record.serialNumber.toLowerCase();
  try {
    return decideRevocation(record, request, policy, now);
  } catch (error) {
    if (error instanceof AlreadyRevokedError) {
      throw new AlreadyRevokedError(`Certificate is already revoked. Issuer: '${issuerDn}', serno: ${serial}.`);
    }
    if (error instanceof RevocationDateError && error.rule === 'backdating') {
      throw new RevocationDateError(
        error.rule,
        `Back dated revocation not allowed for certificate profile '${profileName}'. Certificate serialNumber '${serial}', issuerDN '${issuerDn}'.`,
      );
    }
    throw error;
  }
}
