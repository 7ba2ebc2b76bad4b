/** Use case that issues card verifiable certificates for requests: to terminals by a document verifier, to document verifiers by a country verifying CA. */
import type { CvCertificate, SerialNumber } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { ApprovalImpossibleError } from '../../approvals/index.ts';
import { certificateProfileType } from '../../profiles/index.ts';
import { type Authorities, getNamed, neededApproval } from '../authorities/index.ts';
import { requireActiveCvc } from '../kinds/index.ts';
import type { CvRequestIssuance } from './cv-request-issuance.ts';
import { withLintWarnings } from '../issuance/index.ts';
import { readCvRequest } from './read-cv-request.ts';

/** A request to the CA for a card verifiable certificate. */
export interface CvEnrollment {
  readonly certificateAuthorityName: string;
  readonly certificateProfileName: string;
  /** Request in PEM or base64, with or without an outer signature. */
  readonly certificateRequest: string;
  /** Username stored with the certificate. */
  readonly username: string | undefined;
  /** Requested end of validity, seconds since 1970, in whole days; refused if the profile does not allow it. */
  readonly notAfter: number | undefined;
}

/** The certificate with its chain: the issuing CA first, its country verifying CA last. */
export interface EnrolledCvCertificate {
  readonly certificate: CvCertificate;
  readonly serialNumber: SerialNumber;
  readonly chain: readonly CvCertificate[];
}

export interface SignCvRequestDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'clock' | 'configuration' | 'store'> {
  readonly authorities: Authorities;
  readonly issuance: CvRequestIssuance;
}

export class SignCvRequest extends WithDeps<SignCvRequestDeps> {
  /**
   * Issues the certificate if CA and profile exist, the caller has the rights, and the checks of {@link CvRequestIssuance.check} pass.
   *
   * @throws the errors of that method
   * @throws {WrongCaKindError} for a CA of another kind
   */
  async sign(administrator: Administrator, enrollment: CvEnrollment): Promise<EnrolledCvCertificate> {
    return planAndCommit(() => this.#plan(administrator, enrollment), this.deps.store);
  }

  async #plan(administrator: Administrator, enrollment: CvEnrollment): Promise<Plan<EnrolledCvCertificate>> {
    const { access, audit, configuration, issuance, clock } = this.deps;
    const { epoch } = configuration;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate);
    const found = await getNamed(administrator, enrollment.certificateAuthorityName, this.deps);
    const profile = await configuration.get(certificateProfileType, enrollment.certificateProfileName);
    const authority = requireActiveCvc(found, nowSeconds(clock));
    // The answer to a card verifiable request is its certificate, so the requester could not collect it later.
    if ((await neededApproval('addEditEndEntity', found, profile.id, configuration)) !== undefined)
      throw new ApprovalImpossibleError(found.name);
    const request = readCvRequest(enrollment.certificateRequest);
    const checked = await issuance.check({ authority, profile, request, notAfter: enrollment.notAfter });
    const { username } = enrollment;
    const { certificate, serialNumber, lintWarnings, write } = await issuance.issue(checked, { username });
    const entry = {
      event: 'CERT_CREATION',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: authority.id,
      serial: serialNumber,
      ...(username === undefined ? {} : { username }),
      details: withLintWarnings({ holder: request.holder.text, certificateProfile: profile.name }, lintWarnings),
    } as const;
    return {
      unit: audit.unit([write], [entry], epoch),
      result: { certificate, serialNumber, chain: authority.chain },
    };
  }
}
