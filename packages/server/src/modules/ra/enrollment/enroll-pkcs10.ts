/** Enrollment with a PKCS#10 request: makes or edits the end entity and issues its certificate in one act. */
import { formatGeneralNames, type GeneralName } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import { type AccessControl, actorOf, type Administrator, NamedResource, Resource } from '../../access/index.ts';
import {
  ApprovalImpossibleError,
  type PendingApproval,
  type PlannedAct,
  type PlannedRequest,
  type RequestApproval,
} from '../../approvals/index.ts';
import {
  type Authorities,
  type CaPublicKeys,
  type CertificateStore,
  getById,
  getByName,
  type X509Issuance,
  neededApproval,
  requireActive,
} from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import { checkEnrollment, type NamedContext } from './check-enrollment.ts';
import { END_ENTITY_STATUS, type EndEntity, type EndEntityStore } from '../end-entities/end-entity.ts';
import { demandedExtensions } from '../requests/demanded-extensions.ts';
import { withEndEntityData } from '../end-entities/end-entity-data.ts';
import type { EndEntityEnrollment, EnrollmentContext } from './commit-enrollment.ts';
import { type EndEntityHolder, heldBy, isHeldAlone, withoutHolder } from '../end-entities/end-entity-holder.ts';
import { authorizeEnrollment, neededRights, requireUsername } from './enrollment-checks.ts';
import { enrollmentToApprove, type KeptEnrollment, keptEnrollment } from './enrollment-to-approve.ts';
import { endEntityWrites } from './enrollment-writes.ts';
import {
  AlreadyFinalizedError,
  EndEntityChangedError,
  EndEntityElsewhereError,
  EndEntityNotFoundError,
} from '../errors.ts';
import { requireIssuableNames } from '../requests/issuable-names.ts';
import { makePasswordVerifier } from '../end-entities/password-verifier.ts';
import { type EnrolledCertificate, type EnrollmentNames, type Pkcs10Enrollment, reading } from './pkcs10-enrollment.ts';
import type { RequestedCertificate, RequestedNames, VerifySignature } from '../requests/read-certificate-request.ts';

export interface EnrollPkcs10Deps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly caKeys: Pick<CaPublicKeys, 'isKeyOfCa'>;
  readonly certificates: Pick<CertificateStore, 'findActiveOfEndEntity' | 'findCertificate'>;
  readonly configuration: Configuration;
  readonly enrollment: EndEntityEnrollment;
  readonly issuance: X509Issuance;
  readonly endEntities: EndEntityStore;
  readonly requestApproval: RequestApproval;
  readonly verifySignature: VerifySignature;
  readonly clock: Clock;
  readonly random: Random;
}

export class EnrollPkcs10 {
  readonly #deps: EnrollPkcs10Deps;

  constructor(deps: EnrollPkcs10Deps) {
    this.#deps = deps;
  }

  /**
   * The checks in their order: the CA and the profiles exist, the caller may, the request is good, the profiles allow it, the key
   * and the subject are free. The request is read once, however often the rest is planned.
   *
   * Where others have to approve it, it ends before the certificate: who has asked finalizes it later.
   */
  enroll(administrator: Administrator, enrollment: Pkcs10Enrollment): Promise<EnrolledCertificate | PendingApproval> {
    const { username } = enrollment;
    return this.#deps.enrollment.run<RequestedCertificate, Enrolled>(
      username,
      this.#reading(enrollment),
      async (requested) => {
        const checked = await this.#checkOwn(administrator, enrollment, requested);
        const waiting = await this.#toApprove(administrator, enrollment, checked);
        if (waiting !== undefined) return { epoch: checked.epoch, waiting, enrolled: waiting.result };
        return this.#issued(administrator, enrollment, checked, checked.endEntity);
      },
    );
  }

  /**
   * As {@link enroll}, for something of this installation that needs its certificate at once, whoever asks for it: the program itself needs the
   * approval that others do.
   *
   * @throws {@link ApprovalImpossibleError} where others would have to approve it
   * @throws {@link EndEntityOfOthersError} for an end entity that is not the holder's
   * @throws {@link EndEntityElsewhereError} when the program would move it to another CA or profile
   */
  enrollNow(
    administrator: Administrator,
    enrollment: Pkcs10Enrollment,
    holder: EndEntityHolder,
  ): Promise<EnrolledCertificate> {
    return this.#deps.enrollment.run(enrollment.username, this.#reading(enrollment), async (requested) => {
      const checked = await this.#checkOwn(administrator, enrollment, requested);
      const isAlone = await this.#requireNow(administrator, checked, holder);
      const { endEntity } = checked;
      return this.#issued(administrator, enrollment, checked, isAlone ? heldBy(endEntity, holder) : endEntity);
    });
  }

  /**
   * Finds out whether {@link enrollNow} would be refused, as far as it can be known before there is a key.
   *
   * @param names - what the request will ask for
   */
  async checkNow(
    administrator: Administrator,
    enrollment: Omit<Pkcs10Enrollment, 'certificateRequest'>,
    names: RequestedNames,
    holder: EndEntityHolder,
  ): Promise<void> {
    requireUsername(enrollment.username);
    const context = await this.#context(administrator, enrollment, neededRights);
    await checkEnrollment(this.#deps, { administrator, enrollment, context, requested: requireIssuableNames(names) });
    await this.#requireNow(administrator, context, holder);
  }

  /**
   * The end entity that others have approved, as of now. It can enroll from then on, with the request that was approved.
   *
   * @throws {@link EndEntityChangedError}
   */
  async planApproved(
    requester: Administrator,
    { act, publicId }: { readonly act: JsonObject; readonly publicId: number },
  ): Promise<PlannedAct> {
    const kept = keptEnrollment(act);
    const { passwordVerifier, edits } = kept;
    const enrollment = await this.#underPresentNames(kept);
    const checked = await this.#checkOwn(requester, enrollment, this.#reading(enrollment));
    const { authority, existing, endEntity } = checked;
    if ((existing !== undefined) !== edits) throw new EndEntityChangedError(enrollment.username);
    const approved: EndEntity = {
      ...endEntity,
      status: END_ENTITY_STATUS.NEW,
      passwordVerifier,
      extended: { ...endEntity.extended, [APPROVED_REQUEST]: publicId },
    };
    const entry = {
      event: edits ? 'RA_EDITENDENTITY' : 'RA_ADDENDENTITY',
      outcome: 'SUCCESS',
      actor: actorOf(requester),
      caId: authority.id,
      username: endEntity.username,
      details: auditDetails(enrollment, endEntity),
    } as const;
    return { writes: endEntityWrites(approved, existing), entries: [entry] };
  }

  /**
   * Issues the certificate of an enrollment that was approved.
   *
   * @param requestId - the request for approval
   * @param check - what else the caller has to show, asked for when the certificate could be issued
   * @throws {@link EndEntityNotFoundError}, {@link AlreadyFinalizedError}
   */
  async issueApproved(
    administrator: Administrator,
    requestId: number,
    kept: KeptEnrollment,
    check: () => Promise<void>,
  ): Promise<EnrolledCertificate> {
    const enrollment = await this.#underPresentNames(kept);
    return this.#deps.enrollment.run(enrollment.username, this.#reading(enrollment), async (requested) => {
      const checked = await this.#check(administrator, enrollment, requested, (_existing, _profile, ca) => [
        Resource.caFunctionality.createCertificate,
        NamedResource.ca(ca),
      ]);
      const { existing } = checked;
      if (existing === undefined) throw new EndEntityNotFoundError(enrollment.username);
      const { [APPROVED_REQUEST]: waitsFor, ...extended } = withoutHolder(existing.extended);
      if (waitsFor !== requestId) throw new AlreadyFinalizedError(requestId);
      await check();
      const { status } = checked.endEntity;
      const passwordVerifier = status === END_ENTITY_STATUS.NEW ? existing.passwordVerifier : undefined;
      return this.#issued(administrator, enrollment, checked, { ...checked.endEntity, passwordVerifier, extended });
    });
  }

  async #underPresentNames(kept: KeptEnrollment): Promise<Pkcs10Enrollment> {
    const { authorities, configuration } = this.#deps;
    const certificateProfile = await configuration.getById(certificateProfileType, kept.certificateProfileId);
    const endEntityProfile = await configuration.getById(endEntityProfileType, kept.endEntityProfileId);
    return {
      ...kept.enrollment,
      certificateAuthorityName: (await getById(authorities, kept.caId)).name,
      certificateProfileName: certificateProfile.name,
      endEntityProfileName: endEntityProfile.name,
    };
  }

  #reading(enrollment: Pkcs10Enrollment) {
    return reading(enrollment, this.#deps.verifySignature);
  }

  #checkOwn(
    administrator: Administrator,
    enrollment: Pkcs10Enrollment,
    readRequest: () => Promise<RequestedCertificate>,
  ) {
    return this.#check(administrator, enrollment, readRequest, neededRights);
  }

  async #check(
    administrator: Administrator,
    enrollment: Pkcs10Enrollment,
    readRequest: () => Promise<RequestedCertificate>,
    rights: typeof neededRights,
  ): Promise<CheckedEnrollment> {
    const { epoch } = this.#deps.configuration;
    const context = await this.#context(administrator, enrollment, rights);
    const requested = await readRequest();
    await checkEnrollment(this.#deps, { administrator, enrollment, context, requested });
    const endEntity = await this.#endEntity(enrollment, requested, context);
    return { ...context, epoch, requested, endEntity };
  }

  /** What there is under the names, for somebody who may enroll there. */
  async #context(
    administrator: Administrator,
    enrollment: EnrollmentNames,
    rights: typeof neededRights,
  ): Promise<NamedContext> {
    const { access, authorities, configuration, endEntities, clock } = this.#deps;
    const { certificateAuthorityName, certificateProfileName, endEntityProfileName, username } = enrollment;
    const existing = await endEntities.findByUsername(username);
    const profileId = (await configuration.find(endEntityProfileType, endEntityProfileName))?.id;
    const caId = (await authorities.findByName(certificateAuthorityName))?.id;
    await authorizeEnrollment(access, administrator, {
      existing,
      endEntityProfile: { id: profileId, name: endEntityProfileName },
      ca: { id: caId, name: certificateAuthorityName },
      rights,
    });
    const found = await getByName(authorities, certificateAuthorityName);
    const certificateProfile = await configuration.get(certificateProfileType, certificateProfileName);
    const endEntityProfile = await configuration.get(endEntityProfileType, endEntityProfileName);
    const authority = requireActive(found, nowSeconds(clock));
    return { authority, certificateProfile, endEntityProfile, existing };
  }

  /** @returns whether the end entity is the holder's alone */
  async #requireNow(
    administrator: Administrator,
    { authority, certificateProfile, endEntityProfile, existing }: NamedContext,
    holder: EndEntityHolder,
  ): Promise<boolean> {
    const { certificates, clock, configuration } = this.#deps;
    if ((await neededApproval('addEditEndEntity', authority, certificateProfile.id, configuration)) !== undefined)
      throw new ApprovalImpossibleError(authority.name);
    if (existing === undefined) return true;
    const isThere = existing.caId === authority.id && existing.endEntityProfileId === endEntityProfile.id;
    // Whom the program acts for had the rights to where the end entity was then.
    if (administrator.kind === 'system' && !isThere) throw new EndEntityElsewhereError(existing.username);
    const supersedes = certificateProfile.value.singleActiveCertificate;
    return isHeldAlone(certificates, { endEntity: existing, holder, supersedes, now: nowSeconds(clock) });
  }

  async #toApprove(
    administrator: Administrator,
    { password, ...enrollment }: Pkcs10Enrollment,
    checked: CheckedEnrollment,
  ): Promise<PlannedRequest | undefined> {
    const { configuration, random, requestApproval } = this.#deps;
    const { authority, certificateProfile, endEntity, requested } = checked;
    const needed = await neededApproval('addEditEndEntity', authority, certificateProfile.id, configuration);
    return requestApproval.plan(administrator, needed, async () => {
      const hasPassword = password !== undefined && password !== '';
      const passwordVerifier = hasPassword ? await makePasswordVerifier(password, random) : undefined;
      const kept = { enrollment: { ...enrollment, password: undefined }, passwordVerifier };
      return enrollmentToApprove(checked, endEntity, requested, kept);
    });
  }

  async #issued(
    administrator: Administrator,
    enrollment: Pkcs10Enrollment,
    { requested, ...context }: CheckedEnrollment,
    endEntity: EndEntity,
  ) {
    const { authority, certificateProfile, endEntityProfile } = context;
    const certificate = await this.#deps.issuance.issue({
      authority,
      profile: certificateProfile.value,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      endEntityId: endEntity.id,
      username: endEntity.username,
      subject: requested.subject,
      publicKey: requested.publicKey,
      alternativeNames: requested.alternativeNames,
      requestedExtensions: requested.extensions,
      demandedExtensions: demandedExtensions(enrollment.extensionData),
      requestedNotBefore: enrollment.notBefore,
      requestedNotAfter: enrollment.notAfter,
      accountBindingId: enrollment.accountBindingId,
    });
    const chain = authority.chain.map(({ der }) => der);
    return {
      ...context,
      administrator,
      endEntity,
      issued: certificate,
      details: auditDetails(enrollment, endEntity),
      enrolled: { outcome: 'issued', certificate, chain } as const,
    };
  }

  #endEntity(
    enrollment: Pkcs10Enrollment,
    { subject, alternativeNames }: RequestedCertificate,
    context: EnrollmentContext,
  ): Promise<EndEntity> {
    const { username, password, email } = enrollment;
    return this.#deps.enrollment.endEntity(context, {
      username,
      password,
      subject,
      subjectAltName: textOf(alternativeNames),
      email,
      extended: withEndEntityData(context.existing?.extended ?? {}, enrollment),
    });
  }
}

type Enrolled = EnrolledCertificate | PendingApproval;

/** An enrollment that may be approved, or issued: all checks have passed. */
interface CheckedEnrollment extends NamedContext {
  readonly epoch: number;
  readonly requested: RequestedCertificate;
  readonly endEntity: EndEntity;
}

function auditDetails({ certificateProfileName, endEntityProfileName }: Pkcs10Enrollment, endEntity: EndEntity) {
  return {
    subject: endEntity.subjectDn,
    alternativeNames: endEntity.subjectAltName ?? null,
    certificateProfile: certificateProfileName,
    endEntityProfile: endEntityProfileName,
  };
}

function textOf(names: readonly GeneralName[]): string | undefined {
  return names.length === 0 ? undefined : formatGeneralNames(names);
}

/** Where an end entity says which approved request its certificate is still to be issued for. */
const APPROVED_REQUEST = 'approvedRequest';
