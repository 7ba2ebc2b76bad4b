/** Enrollment of an SSH key: adds or edits the end entity and issues its certificate in one act, with the steps of `x509-enrollment.ts`. */
import { sshCertificateFields, SshError, type TbsSshCertificate } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import { ApprovalImpossibleError } from '../../approvals/index.ts';
import {
  type Authorities,
  getById,
  getByName,
  type IssuedSshCertificate,
  requireActiveSsh,
  type SshCertificateOrder,
  type SshIssuance,
  type SshSigningAuthority,
} from '../../ca/index.ts';
import {
  certificateProfileType,
  endEntityProfileType,
  type FieldDecisions,
  requireEndEntityFitsProfile,
  requireValidityAllowed,
  validatePublicKeyAgainstProfile,
} from '../../profiles/index.ts';
import {
  type EndEntity,
  type EndEntityStore,
  type ExtendedInformation,
  timesOf,
  TOKEN_TYPE,
  withProfileDefaults,
  withTimes,
} from '../end-entities/index.ts';
import { EndEntityCannotEnrollError, EnrollmentInputError } from '../errors/index.ts';
import { readSshRequest, type RequestedSshCertificate } from '../requests/index.ts';
import { approvalOfEndEntity } from './approvals/approval-of-end-entity.ts';
import { authorizeEnrollment } from './checks/authorize-enrollment.ts';
import { requireAvailable } from './checks/available-profile.ts';
import { requireStorage } from './checks/certificates-stored.ts';
import { hasOwnExtensions, issuanceDataToCheck } from './checks/issuance-data.ts';
import type { CommitEnrollment, IssuedEnrollment } from './steps/commit-enrollment.ts';
import type { DryRuns, EnrollmentDryRun } from './dry-run/dry-runs.ts';
import type { RehearsedEnrollment } from './dry-run/rehearsed-enrollment.ts';
import { draftEndEntity, type DraftEndEntityDeps, type EnrollmentInPlace } from './steps/draft-end-entity.ts';

/** A request for an SSH certificate. */
export interface SshEnrollment {
  readonly endEntityProfileName: string;
  /** Undefined for the default of the end entity profile. */
  readonly certificateProfileName: string | undefined;
  /** Undefined for the default of the end entity profile. */
  readonly certificateAuthorityName: string | undefined;
  readonly username: string;
  readonly password: string;
  /** The one line of a file `id_….pub`. */
  readonly publicKey: string;
  /** Name of the certificate in logs. */
  readonly keyId: string;
  /** Replaces the comment of the key. */
  readonly comment: string | undefined;
  readonly principals: readonly string[];
  readonly forceCommand: string | undefined;
  readonly sourceAddress: string | undefined;
  readonly verifyRequired: boolean;
  readonly extensions: ReadonlyMap<string, Uint8Array>;
  /** Seconds since 1970. */
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
  /** Refuses the two above if the profile does not allow them; otherwise they are ignored in that case. */
  readonly strictValidity?: boolean;
}

/** An issued certificate. */
export interface EnrolledSshCertificate extends IssuedSshCertificate {
  /** Text of a file `id_…-cert.pub`: one line, without a line feed. */
  readonly line: string;
}

/** An enrollment after its first step, placing. */
type PlacedEnrollment = EnrollmentInPlace<SshEnrollment, SshSigningAuthority>;

/** An enrollment that has passed all checks, so that it may be issued. */
interface CheckedEnrollment extends PlacedEnrollment {
  readonly requested: RequestedSshCertificate;
  readonly endEntity: EndEntity;
}

export interface EnrollSshDeps extends DraftEndEntityDeps, Pick<UseCaseDeps, 'access' | 'clock' | 'configuration'> {
  readonly authorities: Authorities;
  readonly commit: CommitEnrollment;
  readonly dryRuns: DryRuns;
  readonly issuance: SshIssuance;
  readonly endEntities: EndEntityStore;
}

export class EnrollSsh extends WithDeps<EnrollSshDeps> {
  /**
   * Enrolls an end entity. Possession of the private key is not proven; the user of the certificate has to prove it.
   *
   * Approval cannot be requested, since the answer has no way to report it.
   *
   * @throws {@link ApprovalImpossibleError} for an end entity of a CA that requires approval
   */
  enroll(administrator: Administrator, order: SshEnrollment): Promise<EnrolledSshCertificate> {
    let requested: RequestedSshCertificate | undefined;
    return this.deps.commit.run(order.username, async () => {
      const placed = await this.#place(administrator, order);
      requested ??= readSshRequest(order);
      return this.#issue(await this.#check(placed, requested));
    });
  }

  /** Returns what {@link enroll} would issue. @throws the errors of that method */
  dryRun(administrator: Administrator, order: SshEnrollment): Promise<EnrollmentDryRun> {
    return this.deps.dryRuns.run(order.username, async (decisions) => {
      const placed = await this.#place(administrator, order);
      return this.#rehearse(await this.#check(placed, readSshRequest(order)), decisions);
    });
  }

  async #place(administrator: Administrator, order: SshEnrollment): Promise<PlacedEnrollment> {
    const { configuration, endEntities, clock } = this.deps;
    const { epoch } = configuration;
    const existing = await endEntities.findByUsername(order.username);
    await this.#authorize(administrator, order, existing);
    const endEntityProfile = await configuration.get(endEntityProfileType, order.endEntityProfileName);
    const found = await this.#authority(order.certificateAuthorityName, endEntityProfile);
    const certificateProfile =
      order.certificateProfileName === undefined
        ? await configuration.getById(certificateProfileType, endEntityProfile.value.defaultCertificateProfileId)
        : await configuration.get(certificateProfileType, order.certificateProfileName);
    const authority = requireActiveSsh(found, nowSeconds(clock));
    const placed = { administrator, order, epoch, authority, certificateProfile, endEntityProfile, existing };
    const needed = await approvalOfEndEntity(this.deps, placed);
    if (needed !== undefined) throw new ApprovalImpossibleError(needed.caName);
    return placed;
  }

  async #authorize(
    administrator: Administrator,
    { certificateAuthorityName, endEntityProfileName }: SshEnrollment,
    existing: EndEntity | undefined,
  ): Promise<void> {
    const { access, authorities, configuration } = this.deps;
    const profile = await configuration.find(endEntityProfileType, endEntityProfileName);
    const defaultCa = profile?.value.defaultCaId;
    const byDefault = defaultCa === undefined ? undefined : await authorities.findById(defaultCa);
    const found =
      certificateAuthorityName === undefined ? byDefault : await authorities.findByName(certificateAuthorityName);
    await authorizeEnrollment(access, administrator, {
      existing,
      endEntityProfile: { id: profile?.id, name: endEntityProfileName },
      // Callers with the right to enroll under the profile may know its default.
      ca: { id: found?.id, name: certificateAuthorityName ?? byDefault?.name ?? '<CA>' },
    });
  }

  async #authority(name: string | undefined, profile: PlacedEnrollment['endEntityProfile']) {
    const { defaultCaId } = profile.value;
    if (name !== undefined) return getByName(this.deps.authorities, name);
    if (defaultCaId !== undefined) return getById(this.deps.authorities, defaultCaId);
    throw new EnrollmentInputError(
      `certificate_authority is missing, and the end entity profile '${profile.name}' has no default CA.`,
    );
  }

  /** Checks the request, in this order, and drafts the end entity. */
  async #check(placed: PlacedEnrollment, requested: RequestedSshCertificate): Promise<CheckedEnrollment> {
    const { order, authority, certificateProfile, endEntityProfile } = placed;
    const { username, password, principals, forceCommand, sourceAddress } = order;
    const { subject } = requested;
    const extended = sshInformation(placed);
    requireAvailable(authority, certificateProfile);
    requireStorage(certificateProfile);
    requireForSsh(username, extended);
    requireValidityAllowed(certificateProfile, timesOf(extended, 0));
    if (order.strictValidity === true) requireValidityAllowed(certificateProfile, order);
    validatePublicKeyAgainstProfile(certificateProfile.value, requested.key.publicKey);
    requireEndEntityFitsProfile(endEntityProfile.name, endEntityProfile.value, {
      username,
      password,
      email: undefined,
      subject,
      alternativeNames: [],
      ssh: { principals, forceCommand, sourceAddress },
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      tokenType: TOKEN_TYPE.USERGENERATED,
      ...issuanceDataToCheck({ ...extended, ...withTimes({}, order) }, {}),
    });
    const endEntity = await draftEndEntity(this.deps, placed, {
      username,
      password,
      subject,
      subjectAltName: undefined,
      email: undefined,
      extended,
    });
    return { ...placed, requested, endEntity };
  }

  async #issue(enrollment: CheckedEnrollment): Promise<IssuedEnrollment<EnrolledSshCertificate>> {
    const { order, requested } = enrollment;
    const issued = await refusingBadNames(() => this.deps.issuance.issue(this.#certificateOrder(enrollment)));
    const enrolled = { ...issued, line: issued.certificate.toLine(order.comment ?? requested.comment) };
    return { ...enrollment, issued, details: auditDetails(enrollment, issued.certificate), enrolled };
  }

  async #rehearse(enrollment: CheckedEnrollment, decisions: FieldDecisions): Promise<RehearsedEnrollment> {
    const { requested } = enrollment;
    const order = this.#certificateOrder(enrollment, decisions);
    const { tbs, contents, ...rest } = await refusingBadNames(() => this.deps.issuance.rehearse(order, decisions));
    return {
      ...enrollment,
      certificate: { format: 'SSH', tbs, fields: sshCertificateFields(contents), ...rest },
      publicKeySha256: Uint8Array.fromHex(requested.key.publicKey.sha256Fingerprint),
      claimedSubject: requested.subject,
      details: auditDetails(enrollment, contents),
    };
  }

  #certificateOrder(enrollment: CheckedEnrollment, decisions?: FieldDecisions): SshCertificateOrder {
    const { order, requested, endEntity, authority, certificateProfile, endEntityProfile } = enrollment;
    const { key, subject, criticalOptions, extensions } = requested;
    const kept = timesOf(endEntity.extended, nowSeconds(this.deps.clock));
    if (decisions !== undefined) {
      if (order.notBefore !== undefined) decisions.ask('validity.notBefore', 'caller', 'not_before');
      else if (kept.notBefore !== undefined) decisions.ask('validity.notBefore', 'end entity');
      if (order.notAfter !== undefined) decisions.ask('validity.notAfter', 'caller', 'not_after');
      else if (kept.notAfter !== undefined) decisions.ask('validity.notAfter', 'end entity');
    }
    return {
      authority,
      profile: certificateProfile.value,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      endEntityId: endEntity.id,
      username: endEntity.username,
      subject,
      key,
      keyId: order.keyId,
      principals: order.principals,
      criticalOptions,
      extensions,
      requestedNotBefore: order.notBefore ?? kept.notBefore,
      requestedNotAfter: order.notAfter ?? kept.notAfter,
    };
  }
}

/** Reports names that the SSH formats refuse. @throws {@link EnrollmentInputError} */
async function refusingBadNames<T>(issue: () => Promise<T>): Promise<T> {
  try {
    return await issue();
  } catch (error) {
    if (error instanceof SshError)
      throw new EnrollmentInputError(`Invalid request: ${error.message}.`, { cause: error });
    throw error;
  }
}

/** Returns the further members of the end entity after the enrollment. */
function sshInformation({ existing, order, endEntityProfile: { id, value: profile } }: PlacedEnrollment) {
  const extended: ExtendedInformation = { ...existing?.extended, ssh: sshData(order) };
  return existing?.endEntityProfileId === id ? extended : withProfileDefaults(extended, profile, {});
}

/** Refuses end entity members that SSH certificates cannot represent. @throws {@link EndEntityCannotEnrollError} */
function requireForSsh(username: string, extended: ExtendedInformation): void {
  if (extended.certificateSerialNumber !== undefined || hasOwnExtensions(extended))
    throw new EndEntityCannotEnrollError(
      username,
      'its serial number, name constraints or data for extensions are for certificates of X.509; edit it without',
    );
}

/** Returns the data stored with the end entity. */
function sshData({ keyId, principals, forceCommand, sourceAddress, verifyRequired }: SshEnrollment) {
  return {
    keyId,
    principals: [...principals],
    ...(forceCommand === undefined ? {} : { forceCommand }),
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
    ...(verifyRequired ? { verifyRequired } : {}),
  };
}

function auditDetails(
  { order, certificateProfile, endEntityProfile }: CheckedEnrollment,
  certificate: Pick<TbsSshCertificate, 'extensions' | 'key' | 'type' | 'validBefore'>,
) {
  return {
    ...sshData(order),
    type: certificate.type,
    key: certificate.key.fingerprint,
    extensions: certificate.extensions.map(({ name }) => name),
    validBefore: Number(certificate.validBefore),
    certificateProfile: certificateProfile.name,
    endEntityProfile: endEntityProfile.name,
  };
}
