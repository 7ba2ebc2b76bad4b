/** Enrollment of an SSH key: makes or edits the end entity and issues its certificate in one act. */
import { SshError } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { AccessControl, Administrator } from '../../access/index.ts';
import {
  type Authorities,
  getById,
  getByName,
  type IssuedSshCertificate,
  requireActiveSsh,
  type SshIssuance,
  type SshSigningAuthority,
} from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import {
  certificateProfileType,
  endEntityProfileType,
  requireEndEntityFitsProfile,
  requireValidityHeard,
  validatePublicKeyAgainstProfile,
} from '../../profiles/index.ts';
import { type EndEntity, type EndEntityStore, TOKEN_TYPE } from '../end-entities/end-entity.ts';
import type { EndEntityEnrollment, EnrollmentContext } from './commit-enrollment.ts';
import { authorizeEnrollment, requireAvailable, requireStorage } from './enrollment-checks.ts';
import { EnrollmentInputError } from '../errors.ts';
import { readSshRequest, type RequestedSshCertificate } from '../requests/read-ssh-request.ts';

/** What a caller asks for. */
export interface SshEnrollment {
  readonly endEntityProfileName: string;
  /** Undefined: the end entity profile's default. */
  readonly certificateProfileName: string | undefined;
  /** Undefined: the end entity profile's default. */
  readonly certificateAuthorityName: string | undefined;
  readonly username: string;
  readonly password: string;
  /** The one line of a file `id_….pub`. */
  readonly publicKey: string;
  /** What logs call the certificate. */
  readonly keyId: string;
  /** Instead of the key's own. */
  readonly comment: string | undefined;
  readonly principals: readonly string[];
  readonly forceCommand: string | undefined;
  readonly sourceAddress: string | undefined;
  readonly verifyRequired: boolean;
  readonly extensions: ReadonlyMap<string, Uint8Array>;
  /** Seconds since 1970. */
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
  /** Whether the two above are obeyed or refused; otherwise a profile that does not allow them leaves them out. */
  readonly strictValidity?: boolean;
}

/** An issued certificate. */
export interface EnrolledSshCertificate extends IssuedSshCertificate {
  /** The one line of a file `id_…-cert.pub`, without a line feed. */
  readonly line: string;
}

export interface EnrollSshDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly enrollment: EndEntityEnrollment;
  readonly issuance: SshIssuance;
  readonly endEntities: EndEntityStore;
  readonly clock: Clock;
}

export class EnrollSsh {
  readonly #deps: EnrollSshDeps;

  constructor(deps: EnrollSshDeps) {
    this.#deps = deps;
  }

  /**
   * The checks in their order: the CA and the profiles exist, the caller may, the request is good, the profiles allow it, the key is
   * free. Possession of the private key is not proven: who presents the certificate has to.
   */
  enroll(administrator: Administrator, enrollment: SshEnrollment): Promise<EnrolledSshCertificate> {
    return this.#deps.enrollment.run(
      enrollment.username,
      async () => readSshRequest(enrollment),
      (requested) => this.#plan(administrator, enrollment, requested),
    );
  }

  async #plan(
    administrator: Administrator,
    enrollment: SshEnrollment,
    readRequest: () => Promise<RequestedSshCertificate>,
  ) {
    const { configuration, endEntities, clock } = this.#deps;
    const { epoch } = configuration;
    const existing = await endEntities.findByUsername(enrollment.username);
    await this.#authorize(administrator, enrollment, existing);
    const endEntityProfile = await configuration.get(endEntityProfileType, enrollment.endEntityProfileName);
    const found = await this.#authority(enrollment.certificateAuthorityName, endEntityProfile);
    const certificateProfile =
      enrollment.certificateProfileName === undefined
        ? await configuration.getById(certificateProfileType, endEntityProfile.value.defaultCertificateProfileId)
        : await configuration.get(certificateProfileType, enrollment.certificateProfileName);
    const authority = requireActiveSsh(found, nowSeconds(clock));
    const requested = await readRequest();
    requireAvailable(authority, certificateProfile);
    requireStorage(certificateProfile);
    if (enrollment.strictValidity === true) requireValidityHeard(certificateProfile, enrollment);
    validatePublicKeyAgainstProfile(certificateProfile.value, requested.key.publicKey);
    const context = { authority, certificateProfile, endEntityProfile, existing };
    const endEntity = await this.#endEntity(enrollment, requested, context);
    const issued = await this.#issue(enrollment, requested, endEntity, context);
    const details = auditDetails(enrollment, issued, context);
    return { ...context, epoch, administrator, endEntity, issued, details, enrolled: issued };
  }

  async #authorize(
    administrator: Administrator,
    { certificateAuthorityName, endEntityProfileName }: SshEnrollment,
    existing: EndEntity | undefined,
  ): Promise<void> {
    const { access, authorities, configuration } = this.#deps;
    const profile = await configuration.find(endEntityProfileType, endEntityProfileName);
    const defaultCa = profile?.value.defaultCaId;
    const byDefault = defaultCa === undefined ? undefined : await authorities.findById(defaultCa);
    const found =
      certificateAuthorityName === undefined ? byDefault : await authorities.findByName(certificateAuthorityName);
    await authorizeEnrollment(access, administrator, {
      existing,
      endEntityProfile: { id: profile?.id, name: endEntityProfileName },
      // Who may enroll under the profile may know its default.
      ca: { id: found?.id, name: certificateAuthorityName ?? byDefault?.name ?? '<CA>' },
    });
  }

  async #authority(name: string | undefined, { name: profileName, value }: Context['endEntityProfile']) {
    if (name !== undefined) return getByName(this.#deps.authorities, name);
    if (value.defaultCaId !== undefined) return getById(this.#deps.authorities, value.defaultCaId);
    throw new EnrollmentInputError(
      `certificate_authority is missing, and the end entity profile '${profileName}' has no default CA.`,
    );
  }

  async #issue(
    enrollment: SshEnrollment,
    requested: RequestedSshCertificate,
    endEntity: EndEntity,
    { authority, certificateProfile, endEntityProfile }: Context,
  ): Promise<EnrolledSshCertificate> {
    const { key, subject, criticalOptions, extensions } = requested;
    try {
      const issued = await this.#deps.issuance.issue({
        authority,
        profile: certificateProfile.value,
        certificateProfileId: certificateProfile.id,
        endEntityProfileId: endEntityProfile.id,
        endEntityId: endEntity.id,
        username: endEntity.username,
        subject,
        key,
        keyId: enrollment.keyId,
        principals: enrollment.principals,
        criticalOptions,
        extensions,
        requestedNotBefore: enrollment.notBefore,
        requestedNotAfter: enrollment.notAfter,
      });
      return { ...issued, line: issued.certificate.toLine(enrollment.comment ?? requested.comment) };
    } catch (error) {
      // Names that no certificate holds: the formats know them.
      if (error instanceof SshError)
        throw new EnrollmentInputError(`Invalid request: ${error.message}.`, { cause: error });
      throw error;
    }
  }

  #endEntity(enrollment: SshEnrollment, { subject }: RequestedSshCertificate, context: Context): Promise<EndEntity> {
    const { authority, certificateProfile, endEntityProfile, existing } = context;
    const { username, password, principals, forceCommand, sourceAddress } = enrollment;
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
      startTime: enrollment.notBefore,
      endTime: enrollment.notAfter,
    });
    return this.#deps.enrollment.endEntity(context, {
      username,
      password,
      subject,
      subjectAltName: undefined,
      email: undefined,
      extended: { ...existing?.extended, ssh: sshData(enrollment) },
    });
  }
}

/** What an enrollment was asked of. */
interface Context extends EnrollmentContext {
  readonly authority: SshSigningAuthority;
}

/** What is kept with the end entity. */
function sshData({ keyId, principals, forceCommand, sourceAddress, verifyRequired }: SshEnrollment) {
  return {
    keyId,
    principals: [...principals],
    ...(forceCommand === undefined ? {} : { forceCommand }),
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
    ...(verifyRequired ? { verifyRequired } : {}),
  };
}

function auditDetails(enrollment: SshEnrollment, { certificate }: IssuedSshCertificate, context: Context) {
  return {
    ...sshData(enrollment),
    type: certificate.type,
    key: certificate.key.fingerprint,
    extensions: certificate.extensions.map(({ name }) => name),
    validBefore: Number(certificate.validBefore),
    certificateProfile: context.certificateProfile.name,
    endEntityProfile: context.endEntityProfile.name,
  };
}
