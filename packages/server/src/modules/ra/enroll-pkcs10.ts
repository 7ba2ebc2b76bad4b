/** Enrolment with a PKCS#10 request: makes or edits the end entity and issues its certificate in one act. */
import {
  DistinguishedName,
  formatGeneralNames,
  type GeneralName,
  PkiError,
  requireIssuableName,
} from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import type { AccessControl, Administrator } from '../access/index.ts';
import { type Authorities, getByName, type Issuance, type IssuedCertificate, requireActive } from '../ca/index.ts';
import type { Configuration } from '../configuration/index.ts';
import {
  certificateProfileType,
  endEntityProfileType,
  requireEndEntityFitsProfile,
  validatePublicKeyAgainstProfile,
} from '../profiles/index.ts';
import { type EndEntity, type EndEntityStore, TOKEN_TYPE } from './end-entity.ts';
import { type NamedValue, withEndEntityData } from './end-entity-data.ts';
import type { EndEntityEnrolment, EnrolmentContext } from './end-entity-enrolment.ts';
import { neededRights, requireAvailable, requireNoSubjectOfCa, requireStorage } from './enrolment-checks.ts';
import { EnrolmentInputError } from './errors.ts';
import { requireIssuableNames } from './issuable-names.ts';
import { readCertificateRequest, type RequestedCertificate } from './read-certificate-request.ts';

/** What a caller asks for. */
export interface Pkcs10Enrolment {
  /** PEM or base64 DER. */
  readonly certificateRequest: string;
  readonly certificateProfileName: string;
  readonly endEntityProfileName: string;
  readonly certificateAuthorityName: string;
  readonly username: string;
  readonly password: string | undefined;
  readonly email: string | undefined;
  readonly accountBindingId: string | undefined;
  /** Seconds since 1970. */
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
  /** Instead of the request's own subject; RFC 4514 text. */
  readonly subjectDn: string | undefined;
  /** Kept with the end entity. */
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** The certificate with the chain above it: the issuing CA first, the root last. */
export interface EnrolledCertificate {
  readonly certificate: IssuedCertificate;
  readonly chain: readonly Uint8Array[];
}

export interface EnrolPkcs10Deps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly enrolment: EndEntityEnrolment;
  readonly issuance: Issuance;
  readonly endEntities: EndEntityStore;
  readonly clock: Clock;
}

export class EnrolPkcs10 {
  readonly #deps: EnrolPkcs10Deps;

  constructor(deps: EnrolPkcs10Deps) {
    this.#deps = deps;
  }

  /**
   * The checks in their order: the CA and the profiles exist, the caller may, the request is good, the profiles allow it, the key
   * and the subject are free. The request is read once, however often the rest is planned.
   */
  enrol(administrator: Administrator, enrolment: Pkcs10Enrolment): Promise<EnrolledCertificate> {
    return this.#deps.enrolment.run(
      enrolment.username,
      () => requireIssuableNames(applyOverrides(readCertificateRequest(enrolment.certificateRequest), enrolment)),
      (requested) => this.#plan(administrator, enrolment, requested),
    );
  }

  async #plan(administrator: Administrator, enrolment: Pkcs10Enrolment, readRequest: () => RequestedCertificate) {
    const { access, authorities, configuration, issuance, endEntities, clock } = this.#deps;
    const { epoch } = configuration;
    const found = await getByName(authorities, enrolment.certificateAuthorityName);
    const certificateProfile = await configuration.get(certificateProfileType, enrolment.certificateProfileName);
    const endEntityProfile = await configuration.get(endEntityProfileType, enrolment.endEntityProfileName);
    const existing = await endEntities.findByUsername(enrolment.username);
    await access.authorize(administrator, ...neededRights(existing, endEntityProfile.id, found.id));
    const authority = requireActive(found, nowSeconds(clock));
    const requested = readRequest();
    requireAvailable(authority, certificateProfile);
    requireStorage(certificateProfile);
    await requireNoSubjectOfCa(authorities, certificateProfile.value, requested.subject);
    validatePublicKeyAgainstProfile(certificateProfile.value, requested.publicKey);
    const context = { authority, certificateProfile, endEntityProfile, existing };
    const endEntity = await this.#endEntity(enrolment, requested, context);
    const certificate = await issuance.issue({
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
      requestedNotBefore: enrolment.notBefore,
      requestedNotAfter: enrolment.notAfter,
      accountBindingId: enrolment.accountBindingId,
    });
    return {
      ...context,
      epoch,
      administrator,
      endEntity,
      issued: certificate,
      details: auditDetails(enrolment, endEntity),
      enrolled: { certificate, chain: authority.chain.map(({ der }) => der) },
    };
  }

  #endEntity(
    enrolment: Pkcs10Enrolment,
    { subject, alternativeNames }: RequestedCertificate,
    context: EnrolmentContext,
  ): Promise<EndEntity> {
    const { authority, certificateProfile, endEntityProfile, existing } = context;
    const { username, password, email } = enrolment;
    requireEndEntityFitsProfile(endEntityProfile.name, endEntityProfile.value, {
      username,
      password,
      // Without one it gets a random one, which nobody has to know.
      hasPassword: password === undefined,
      email,
      subject,
      alternativeNames,
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
      subjectAltName: textOf(alternativeNames),
      email,
      extended: withEndEntityData(existing?.extended ?? {}, enrolment),
    });
  }
}

function applyOverrides(requested: RequestedCertificate, { subjectDn }: Pkcs10Enrolment): RequestedCertificate {
  if (subjectDn === undefined) return requested;
  try {
    const subject = DistinguishedName.parse(subjectDn);
    // `parse` takes values in hexadecimal as they are.
    requireIssuableName(subject);
    return { ...requested, subject };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new EnrolmentInputError(`subject_dn is no distinguished name: ${error.message}`, { cause: error });
  }
}

function auditDetails({ certificateProfileName, endEntityProfileName }: Pkcs10Enrolment, endEntity: EndEntity) {
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
