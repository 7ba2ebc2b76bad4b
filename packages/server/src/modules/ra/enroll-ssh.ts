/** Enrolment of an SSH key: makes or edits the end entity and issues its certificate in one act. */
import { SshError } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import type { AccessControl, Administrator } from '../access/index.ts';
import {
  type Authorities,
  getById,
  getByName,
  type IssuedSshCertificate,
  requireActiveSsh,
  type SshIssuance,
  type SshSigningAuthority,
} from '../ca/index.ts';
import type { Configuration } from '../configuration/index.ts';
import {
  certificateProfileType,
  endEntityProfileType,
  requireEndEntityFitsProfile,
  requireValidityHeard,
  validatePublicKeyAgainstProfile,
} from '../profiles/index.ts';
import { type EndEntity, type EndEntityStore, TOKEN_TYPE } from './end-entity.ts';
import type { EndEntityEnrolment, EnrolmentContext } from './end-entity-enrolment.ts';
import { authorizeEnrolment, requireAvailable, requireStorage } from './enrolment-checks.ts';
import { EnrolmentInputError } from './errors.ts';
import { readSshRequest, type RequestedSshCertificate } from './read-ssh-request.ts';

/** What a caller asks for. */
export interface SshEnrolment {
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

export interface EnrolSshDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly enrolment: EndEntityEnrolment;
  readonly issuance: SshIssuance;
  readonly endEntities: EndEntityStore;
  readonly clock: Clock;
}

export class EnrolSsh {
  readonly #deps: EnrolSshDeps;

  constructor(deps: EnrolSshDeps) {
    this.#deps = deps;
  }

  /**
   * The checks in their order: the CA and the profiles exist, the caller may, the request is good, the profiles allow it, the key is
   * free. Possession of the private key is not proven: who presents the certificate has to.
   */
  enrol(administrator: Administrator, enrolment: SshEnrolment): Promise<EnrolledSshCertificate> {
    return this.#deps.enrolment.run(
      enrolment.username,
      async () => readSshRequest(enrolment),
      (requested) => this.#plan(administrator, enrolment, requested),
    );
  }

  async #plan(
    administrator: Administrator,
    enrolment: SshEnrolment,
    readRequest: () => Promise<RequestedSshCertificate>,
  ) {
    const { configuration, endEntities, clock } = this.#deps;
    const { epoch } = configuration;
    const existing = await endEntities.findByUsername(enrolment.username);
    await this.#authorize(administrator, enrolment, existing);
    const endEntityProfile = await configuration.get(endEntityProfileType, enrolment.endEntityProfileName);
    const found = await this.#authority(enrolment.certificateAuthorityName, endEntityProfile);
    const certificateProfile =
      enrolment.certificateProfileName === undefined
        ? await configuration.getById(certificateProfileType, endEntityProfile.value.defaultCertificateProfileId)
        : await configuration.get(certificateProfileType, enrolment.certificateProfileName);
    const authority = requireActiveSsh(found, nowSeconds(clock));
    const requested = await readRequest();
    requireAvailable(authority, certificateProfile);
    requireStorage(certificateProfile);
    if (enrolment.strictValidity === true) requireValidityHeard(certificateProfile, enrolment);
    validatePublicKeyAgainstProfile(certificateProfile.value, requested.key.publicKey);
    const context = { authority, certificateProfile, endEntityProfile, existing };
    const endEntity = await this.#endEntity(enrolment, requested, context);
    const issued = await this.#issue(enrolment, requested, endEntity, context);
    const details = auditDetails(enrolment, issued, context);
    return { ...context, epoch, administrator, endEntity, issued, details, enrolled: issued };
  }

  async #authorize(
    administrator: Administrator,
    { certificateAuthorityName, endEntityProfileName }: SshEnrolment,
    existing: EndEntity | undefined,
  ): Promise<void> {
    const { access, authorities, configuration } = this.#deps;
    const profile = await configuration.find(endEntityProfileType, endEntityProfileName);
    const defaultCa = profile?.value.defaultCaId;
    const byDefault = defaultCa === undefined ? undefined : await authorities.findById(defaultCa);
    const found =
      certificateAuthorityName === undefined ? byDefault : await authorities.findByName(certificateAuthorityName);
    await authorizeEnrolment(access, administrator, {
      existing,
      endEntityProfile: { id: profile?.id, name: endEntityProfileName },
      // Who may enrol under the profile may know its default.
      ca: { id: found?.id, name: certificateAuthorityName ?? byDefault?.name ?? '<CA>' },
    });
  }

  async #authority(name: string | undefined, { name: profileName, value }: Context['endEntityProfile']) {
    if (name !== undefined) return getByName(this.#deps.authorities, name);
    if (value.defaultCaId !== undefined) return getById(this.#deps.authorities, value.defaultCaId);
    throw new EnrolmentInputError(
      `certificate_authority is missing, and the end entity profile '${profileName}' has no default CA.`,
    );
  }

  async #issue(
    enrolment: SshEnrolment,
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
        keyId: enrolment.keyId,
        principals: enrolment.principals,
        criticalOptions,
        extensions,
        requestedNotBefore: enrolment.notBefore,
        requestedNotAfter: enrolment.notAfter,
      });
      return { ...issued, line: issued.certificate.toLine(enrolment.comment ?? requested.comment) };
    } catch (error) {
      // Names that no certificate holds: the formats know them.
      if (error instanceof SshError)
        throw new EnrolmentInputError(`Invalid request: ${error.message}.`, { cause: error });
      throw error;
    }
  }

  #endEntity(enrolment: SshEnrolment, { subject }: RequestedSshCertificate, context: Context): Promise<EndEntity> {
    const { authority, certificateProfile, endEntityProfile, existing } = context;
    const { username, password, principals, forceCommand, sourceAddress } = enrolment;
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
      startTime: enrolment.notBefore,
      endTime: enrolment.notAfter,
    });
    return this.#deps.enrolment.endEntity(context, {
      username,
      password,
      subject,
      subjectAltName: undefined,
      email: undefined,
      extended: { ...existing?.extended, ssh: sshData(enrolment) },
    });
  }
}

/** What an enrolment was asked of. */
interface Context extends EnrolmentContext {
  readonly authority: SshSigningAuthority;
}

/** What is kept with the end entity. */
function sshData({ keyId, principals, forceCommand, sourceAddress, verifyRequired }: SshEnrolment) {
  return {
    keyId,
    principals: [...principals],
    ...(forceCommand === undefined ? {} : { forceCommand }),
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
    ...(verifyRequired ? { verifyRequired } : {}),
  };
}

function auditDetails(enrolment: SshEnrolment, { certificate }: IssuedSshCertificate, context: Context) {
  return {
    ...sshData(enrolment),
    type: certificate.type,
    key: certificate.key.fingerprint,
    extensions: certificate.extensions.map(({ name }) => name),
    validBefore: Number(certificate.validBefore),
    certificateProfile: context.certificateProfile.name,
    endEntityProfile: context.endEntityProfile.name,
  };
}
