/**
 * Steps of an enrollment for an X.509 certificate, in order. Each takes the result of the previous one, so that none can come too early:
 *
 * 1. {@link X509Enrollment.place}: finds the CA, the profiles and the end entity, and checks that the caller may enroll there
 * 2. read the request: once, even if the other steps are planned again
 * 3. check it: `checks/check-x509-enrollment.ts` lists the checks in order
 * 4. draft the end entity
 * 5. {@link X509Enrollment.requestApproval}, or {@link X509Enrollment.issue} the certificate
 * 6. commit: `CommitEnrollment.run`, which repeats the other steps if something has changed meanwhile
 *
 * The use cases next to this file combine them with checks of their own. `cvc-enrollment.ts` has the same steps for card verifiable certificates.
 */
import { toBeSignedFields } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import {
  type CertificateOrder,
  type FindingOfLint,
  type IssuedCertificate,
  requireActive,
  type X509Issuance,
} from '../../ca/index.ts';
import { certificateNames, FieldDecisions } from '../../profiles/index.ts';
import type { CaaCheck, CaaReport } from '../caa/index.ts';
import { type EndEntity, timesOf, withoutSerialNumber } from '../end-entities/index.ts';
import {
  demandedExtensions,
  extensionsOfEndEntity,
  type RequestedCertificate,
  type RequestedNames,
} from '../requests/index.ts';
import type { EnrollmentRights } from './checks/authorize-enrollment.ts';
import {
  checkX509Enrollment,
  type CheckX509EnrollmentDeps,
  type PlacedEnrollment,
} from './checks/check-x509-enrollment.ts';
import {
  type ApprovalOfEnrollmentDeps,
  asChecked,
  auditDetails,
  type CheckedEnrollment,
  draftEnrolledEndEntity,
  requestApprovalOf,
} from './checked-enrollment.ts';
import type { IssuedEnrollment, WaitingEnrollment } from './steps/commit-enrollment.ts';
import type { DraftEndEntityDeps } from './steps/draft-end-entity.ts';
import { noteAskedTimes } from './dry-run/asked-times.ts';
import { noteNames } from './dry-run/names-of-certificate.ts';
import type { RehearsedEnrollment } from './dry-run/rehearsed-enrollment.ts';
import {
  askedValidity,
  type EnrolledCertificate,
  type EnrollmentOrder,
  type EnrollmentWithRequest,
  type ReadRequest,
} from './steps/enrollment-order.ts';
import { placeEnrollment, type PlaceEnrollmentDeps } from './steps/place-enrollment.ts';

export interface X509EnrollmentDeps
  extends
    ApprovalOfEnrollmentDeps,
    CheckX509EnrollmentDeps,
    Omit<DraftEndEntityDeps, 'endEntities'>,
    PlaceEnrollmentDeps {
  readonly caa: CaaCheck;
  readonly issuance: X509Issuance;
}

export class X509Enrollment extends WithDeps<X509EnrollmentDeps> {
  /** Takes the first steps, common to all enrollments. */
  async check(
    administrator: Administrator,
    order: EnrollmentOrder,
    readRequest: ReadRequest,
    rights?: EnrollmentRights,
  ): Promise<CheckedEnrollment> {
    const placed = await this.place(administrator, order, rights);
    return this.checkPlaced(placed, await readRequest());
  }

  /** Takes the steps after {@link place}, all checks among them. */
  async checkPlaced(placed: PlacedEnrollment, requested: RequestedCertificate): Promise<CheckedEnrollment> {
    await checkX509Enrollment(this.deps, placed, requested);
    const endEntity = await draftEnrolledEndEntity(this.deps, placed, requested);
    // From here on the names are those of the certificate; the end entity keeps its own.
    const names = certificateNames(placed.certificateProfile, requested);
    return asChecked({ ...placed, requested: { ...requested, ...names }, endEntity });
  }

  /** Places the enrollment: see {@link placeEnrollment}. @throws the errors of {@link requireActive} */
  place(administrator: Administrator, order: EnrollmentOrder, rights?: EnrollmentRights): Promise<PlacedEnrollment> {
    return placeEnrollment(this.deps, administrator, order, requireActive, rights);
  }

  /**
   * Checks that CAA records permit the CA.
   *
   * @returns the findings; undefined if the profile requires no check
   * @throws {@link CaaPendingError}, {@link CaaRefusedError}
   */
  requireCaa(placed: PlacedEnrollment, names: RequestedNames): Promise<CaaReport | undefined> {
    return this.deps.caa.require({ ...placed, ...names });
  }

  /**
   * Requests approval: see {@link requestApprovalOf}. There is no approval request for names without CAA permission, or for names and extensions
   * impossible in a certificate.
   */
  async requestApproval(
    enrollment: CheckedEnrollment,
    asked: EnrollmentWithRequest,
  ): Promise<WaitingEnrollment | undefined> {
    const caa = await this.requireCaa(enrollment, enrollment.requested);
    return requestApprovalOf(this.deps, enrollment, asked, async () => ({
      caa,
      findings: await this.findings(enrollment),
    }));
  }

  /** Returns the lint findings on the certificate as it would be issued now. */
  async findings(enrollment: CheckedEnrollment): Promise<readonly FindingOfLint[]> {
    const decisions = new FieldDecisions();
    const order = this.#certificateOrder(enrollment, decisions);
    return (await this.deps.issuance.rehearse(order, decisions)).findings;
  }

  /** Signs the certificate. */
  async issue(enrollment: CheckedEnrollment): Promise<IssuedEnrollment<EnrolledCertificate<IssuedCertificate>>> {
    const { authority, endEntity, requested } = enrollment;
    const caa = await this.requireCaa(enrollment, requested);
    const certificate = await this.deps.issuance.issue(this.#certificateOrder(enrollment));
    const chain = authority.chain.map(({ der }) => der);
    const enrolled = { outcome: 'issued', certificate, chain } as const;
    // The serial number was for this certificate only.
    const issued: EndEntity = { ...endEntity, extended: withoutSerialNumber(endEntity.extended) };
    const details = withCaa(enrollment, caa);
    return { ...enrollment, endEntity: issued, issued: certificate, details, enrolled };
  }

  /** Builds the certificate without signing it, instead of {@link issue} in a dry run. */
  async rehearse(enrollment: CheckedEnrollment, decisions: FieldDecisions): Promise<RehearsedEnrollment> {
    const { requested } = enrollment;
    const caa = await this.requireCaa(enrollment, requested);
    const { tbs, ...rest } = await this.deps.issuance.rehearse(
      this.#certificateOrder(enrollment, decisions),
      decisions,
    );
    noteNames(decisions, enrollment);
    return {
      ...enrollment,
      certificate: { format: 'X.509', tbs, fields: toBeSignedFields(tbs), ...rest },
      publicKeySha256: Uint8Array.fromHex(requested.publicKey.sha256Fingerprint),
      claimedSubject: requested.subject,
      details: withCaa(enrollment, caa),
      caa,
    };
  }

  #certificateOrder(enrollment: CheckedEnrollment, decisions?: FieldDecisions): CertificateOrder {
    const { authority, certificateProfile, endEntityProfile, endEntity, order, requested } = enrollment;
    const { extended } = endEntity;
    const storedTimes = timesOf(extended, nowSeconds(this.deps.clock));
    const { notBefore, notAfter } = askedValidity(
      { notBefore: order.notBefore ?? storedTimes.notBefore, notAfter: order.notAfter ?? storedTimes.notAfter },
      requested,
    );
    const demanded = demandedExtensions(order.extensionData);
    if (decisions !== undefined) {
      noteAskedTimes(decisions, { notBefore, notAfter }, enrollment);
      for (const { oid } of demanded) decisions.askExtension(oid, 'caller', 'extension_data');
      if (order.certificateSerialNumber !== undefined)
        decisions.ask('serialNumber', 'caller', 'certificate_serial_number');
      else if (extended.certificateSerialNumber !== undefined) decisions.ask('serialNumber', 'end entity');
    }
    return {
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
      demandedExtensions: demanded,
      requestedNotBefore: notBefore,
      requestedNotAfter: notAfter,
      accountBindingId: extended.accountBindingId,
      ownExtensions: extensionsOfEndEntity(endEntity, certificateProfile.value),
      serialNumber: extended.certificateSerialNumber,
    };
  }
}

function withCaa(enrollment: CheckedEnrollment, caa: CaaReport | undefined) {
  return { ...auditDetails(enrollment), ...(caa !== undefined && { caa }) };
}
