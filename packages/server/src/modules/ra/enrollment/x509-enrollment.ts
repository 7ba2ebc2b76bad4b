/**
 * The steps of an enrollment for a certificate of X.509, in their order. Each takes what the one before has made, so that none comes too early:
 *
 * 1. {@link X509Enrollment.place}: the CA, the profiles and the end entity of those names, for somebody who may enroll there
 * 2. read the request: once, however often the rest is planned
 * 3. check it: `checks/check-x509-enrollment.ts` lists the checks in order
 * 4. draft the end entity that there is to be
 * 5. {@link X509Enrollment.requestApproval} of others, or {@link X509Enrollment.issue} the certificate
 * 6. commit: `CommitEnrollment.run`, which takes all the steps before it again when something has changed meanwhile
 *
 * The use cases beside this file put them together, with what each has to check of its own.
 */
import { formatGeneralNames } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Administrator } from '../../access/index.ts';
import type { NeededApproval, RequestApproval } from '../../approvals/index.ts';
import { getByName, type X509Issuance, neededApproval, requireActive } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import {
  type EndEntity,
  type EndEntityStore,
  makePasswordVerifier,
  timesOf,
  withEndEntityData,
  withTimes,
} from '../end-entities/index.ts';
import { demandedExtensions, type RequestedCertificate } from '../requests/index.ts';
import { authorizeEnrollment, type EnrollmentRights } from './checks/authorize-enrollment.ts';
import {
  checkX509Enrollment,
  type CheckX509EnrollmentDeps,
  type PlacedEnrollment,
} from './checks/check-x509-enrollment.ts';
import type { IssuedEnrollment, WaitingEnrollment } from './commit-enrollment.ts';
import { draftEndEntity, type DraftEndEntityDeps } from './draft-end-entity.ts';
import {
  askedValidity,
  type EnrolledCertificate,
  type EnrollmentOrder,
  type EnrollmentWithRequest,
  type ReadRequest,
} from './enrollment-order.ts';
import { enrollmentToApprove } from './enrollment-to-approve.ts';

declare const checked: unique symbol;

/** An enrollment that may be issued, or approved: all checks have passed. {@link X509Enrollment.check} alone makes it. */
export interface CheckedEnrollment extends PlacedEnrollment {
  readonly requested: RequestedCertificate;
  /** As it is to be. */
  readonly endEntity: EndEntity;
  readonly [checked]: true;
}

export interface X509EnrollmentDeps extends CheckX509EnrollmentDeps, DraftEndEntityDeps {
  readonly configuration: Configuration;
  readonly endEntities: EndEntityStore;
  readonly issuance: X509Issuance;
  readonly requestApproval: RequestApproval;
  readonly clock: Clock;
}

export class X509Enrollment {
  readonly #deps: X509EnrollmentDeps;

  constructor(deps: X509EnrollmentDeps) {
    this.#deps = deps;
  }

  /** Takes the steps that every enrollment begins with. */
  async check(
    administrator: Administrator,
    order: EnrollmentOrder,
    readRequest: ReadRequest | ((placed: PlacedEnrollment) => Promise<RequestedCertificate>),
    rights?: EnrollmentRights,
  ): Promise<CheckedEnrollment> {
    const placed = await this.place(administrator, order, rights);
    const requested = await readRequest(placed);
    await checkX509Enrollment(this.#deps, placed, requested);
    // The times that its end entity had already stay as they are, relative ones too.
    const endEntity = await this.#draft({ ...placed, order }, requested);
    return { ...placed, requested, endEntity } as CheckedEnrollment;
  }

  /**
   * Finds what there is under the names of an enrollment. Who has no right to them is not told what exists.
   *
   * @param rights - those for making or editing the end entity, unless given
   * @throws AccessDeniedError, `ca.not_found`, `document.not_found`, and what {@link requireActive} throws
   */
  async place(
    administrator: Administrator,
    order: EnrollmentOrder,
    rights?: EnrollmentRights,
  ): Promise<PlacedEnrollment> {
    const { access, authorities, configuration, endEntities, clock } = this.#deps;
    const { certificateAuthorityName, certificateProfileName, endEntityProfileName, username } = order;
    const { epoch } = configuration;
    const existing = await endEntities.findByUsername(username);
    const profileId = (await configuration.find(endEntityProfileType, endEntityProfileName))?.id;
    const caId = (await authorities.findByName(certificateAuthorityName))?.id;
    const endEntity = { id: profileId, name: endEntityProfileName };
    const ca = { id: caId, name: certificateAuthorityName };
    await authorizeEnrollment(access, administrator, { existing, endEntityProfile: endEntity, ca }, rights);
    const found = await getByName(authorities, certificateAuthorityName);
    const certificateProfile = await configuration.get(certificateProfileType, certificateProfileName);
    const endEntityProfile = await configuration.get(endEntityProfileType, endEntityProfileName);
    const now = nowSeconds(clock);
    const authority = requireActive(found, now);
    return {
      administrator,
      order: withTimesOf(existing, order, now),
      epoch,
      authority,
      certificateProfile,
      endEntityProfile,
      existing,
    };
  }

  /**
   * Makes the request that replaces the certificate where others have to approve it.
   *
   * @returns undefined when nobody has to
   */
  async requestApproval(
    enrollment: CheckedEnrollment,
    { password, ...asked }: EnrollmentWithRequest,
  ): Promise<WaitingEnrollment | undefined> {
    const { configuration, random, requestApproval } = this.#deps;
    const { administrator, epoch } = enrollment;
    const waiting = await requestApproval.plan(
      administrator,
      await approvalProfileOf(enrollment, configuration),
      async () => {
        const hasPassword = password !== undefined && password !== '';
        const passwordVerifier = hasPassword ? await makePasswordVerifier(password, random) : undefined;
        return enrollmentToApprove(enrollment, { enrollment: { ...asked, password: undefined }, passwordVerifier });
      },
    );
    return waiting && { epoch, waiting, enrolled: waiting.result };
  }

  /** Signs the certificate. */
  async issue(enrollment: CheckedEnrollment): Promise<IssuedEnrollment<EnrolledCertificate>> {
    const { authority, certificateProfile, endEntityProfile, endEntity, order, requested } = enrollment;
    const { notBefore, notAfter } = askedValidity(order, requested);
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
      demandedExtensions: demandedExtensions(order.extensionData),
      requestedNotBefore: notBefore,
      requestedNotAfter: notAfter,
      accountBindingId: order.accountBindingId,
    });
    const chain = authority.chain.map(({ der }) => der);
    const enrolled = { outcome: 'issued', certificate, chain } as const;
    return { ...enrollment, issued: certificate, details: auditDetails(enrollment), enrolled };
  }

  #draft(placed: PlacedEnrollment, { subject, alternativeNames }: RequestedCertificate): Promise<EndEntity> {
    const { existing, order } = placed;
    const extended = withEndEntityData(existing?.extended ?? {}, order);
    return draftEndEntity(this.#deps, placed, {
      username: order.username,
      password: order.password,
      subject,
      subjectAltName: alternativeNames.length === 0 ? undefined : formatGeneralNames(alternativeNames),
      email: order.email,
      extended: order.strictValidity === true ? withTimes(extended, order) : extended,
      keyRecoverable: order.keyRecoverable,
    });
  }
}

/** Returns the order with the times that its end entity has already, where it has none of its own. */
function withTimesOf(existing: EndEntity | undefined, order: EnrollmentOrder, now: number): EnrollmentOrder {
  const { notBefore, notAfter } = timesOf(existing?.extended ?? {}, now);
  return { ...order, notBefore: order.notBefore ?? notBefore, notAfter: order.notAfter ?? notAfter };
}

/** Returns the approval that an enrollment needs; undefined when it needs none. */
export function approvalProfileOf(
  { authority, certificateProfile }: PlacedEnrollment,
  configuration: Configuration,
): Promise<NeededApproval | undefined> {
  return neededApproval('addEditEndEntity', authority, certificateProfile.id, configuration);
}

/** Describes the enrollment for audit records. */
export function auditDetails({ order, endEntity, requested }: CheckedEnrollment) {
  return {
    ...(requested.vouched === true ? { proofOfPossession: 'vouched for' } : {}),
    subject: endEntity.subjectDn,
    alternativeNames: endEntity.subjectAltName ?? null,
    certificateProfile: order.certificateProfileName,
    endEntityProfile: order.endEntityProfileName,
  };
}
