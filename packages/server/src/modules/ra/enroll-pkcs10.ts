/** Enrolment with a PKCS#10 request: makes or edits the end entity and issues its certificate in one act. */
import {
  DistinguishedName,
  formatGeneralNames,
  type GeneralName,
  PkiError,
  requireIssuableName,
} from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { KeyedQueue } from '../../kernel/keyed-queue.ts';
import type { Random } from '../../kernel/random.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import {
  type Authorities,
  type CrlUponRevocation,
  getByName,
  type Issuance,
  type IssuedCertificate,
  requireActive,
  type SigningAuthority,
  type SupersedeCertificates,
  type Supersession,
} from '../ca/index.ts';
import type { Configuration, Document } from '../configuration/index.ts';
import {
  certificateProfileType,
  type CertificateProfile,
  type EndEntityProfile,
  endEntityProfileType,
  requireEndEntityFitsProfile,
  validatePublicKeyAgainstProfile,
} from '../profiles/index.ts';
import { END_ENTITY_KIND, END_ENTITY_STATUS, type EndEntity, type EndEntityStore, TOKEN_TYPE } from './end-entity.ts';
import { type NamedValue, withEndEntityData } from './end-entity-data.ts';
import {
  claimRefusal,
  neededRights,
  requireAvailable,
  requireNoSubjectOfCa,
  requireStorage,
  requireUsername,
} from './enrolment-checks.ts';
import { claims, endEntityWrites, NOTHING_SUPERSEDED } from './enrolment-writes.ts';
import { EnrolmentInputError } from './errors.ts';
import { requireIssuableNames } from './issuable-names.ts';
import { makePasswordVerifier } from './password-verifier.ts';
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
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly issuance: Issuance;
  readonly supersession: SupersedeCertificates;
  readonly crlUponRevocation: CrlUponRevocation;
  readonly endEntities: EndEntityStore;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export class EnrolPkcs10 {
  readonly #deps: EnrolPkcs10Deps;
  /** Enrolments of one username would edit the same row: they wait for one another. */
  readonly #byUsername = new KeyedQueue();

  constructor(deps: EnrolPkcs10Deps) {
    this.#deps = deps;
  }

  /**
   * The checks in their order: the CA and the profiles exist, the caller may, the request is good, the profiles allow it, the key
   * and the subject are free. The request is read once, however often the rest is planned.
   */
  async enrol(administrator: Administrator, enrolment: Pkcs10Enrolment): Promise<EnrolledCertificate> {
    requireUsername(enrolment.username);
    return this.#byUsername.run(enrolment.username, async () => {
      let requested: RequestedCertificate | undefined;
      const read = () =>
        (requested ??= requireIssuableNames(
          applyOverrides(readCertificateRequest(enrolment.certificateRequest), enrolment),
        ));
      try {
        const { enrolled, superseded } = await planAndCommit(
          () => this.#plan(administrator, enrolment, read),
          this.#deps.store,
        );
        await this.#deps.crlUponRevocation.issue(superseded);
        return enrolled;
      } catch (error) {
        throw claimRefusal(error, enrolment.username, requested) ?? error;
      }
    });
  }

  async #plan(
    administrator: Administrator,
    enrolment: Pkcs10Enrolment,
    readRequest: () => RequestedCertificate,
  ): Promise<Plan<{ readonly enrolled: EnrolledCertificate; readonly superseded: Supersession['revoked'] }>> {
    const { access, audit, authorities, configuration, issuance, endEntities, clock } = this.#deps;
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
    const endEntity = await this.#endEntity(enrolment, requested, {
      authority,
      certificateProfile,
      endEntityProfile,
      existing,
    });
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
    const actor = actorOf(administrator);
    const superseded =
      existing !== undefined && certificateProfile.value.singleActiveCertificate
        ? await this.#deps.supersession.plan(existing.id, actor)
        : NOTHING_SUPERSEDED;
    await access.requireRole(administrator, ...superseded.revoked.map(({ authority }) => Resource.ca(authority.id)));
    const writes = [
      ...endEntityWrites(endEntity, existing),
      ...claims(authority, certificate.write, endEntity.id),
      certificate.write,
      ...superseded.writes,
    ];
    const common = { outcome: 'SUCCESS', actor, caId: authority.id, username: endEntity.username } as const;
    return {
      unit: audit.unit(
        writes,
        [
          {
            ...common,
            event: 'CERT_CREATION',
            serial: certificate.serialNumber,
            details: auditDetails(enrolment, endEntity),
          },
          { ...common, event: existing === undefined ? 'RA_ADDENDENTITY' : 'RA_EDITENDENTITY' },
          ...superseded.entries,
        ],
        epoch,
      ),
      result: {
        enrolled: { certificate, chain: authority.chain.map(({ der }) => der) },
        superseded: superseded.revoked,
      },
    };
  }

  async #endEntity(
    enrolment: Pkcs10Enrolment,
    { subject, alternativeNames }: RequestedCertificate,
    context: {
      readonly authority: SigningAuthority;
      readonly certificateProfile: Document<unknown, CertificateProfile>;
      readonly endEntityProfile: Document<unknown, EndEntityProfile>;
      readonly existing: EndEntity | undefined;
    },
  ): Promise<EndEntity> {
    const { clock, ids } = this.#deps;
    const { authority, certificateProfile, endEntityProfile, existing } = context;
    requireEndEntityFitsProfile(endEntityProfile.name, endEntityProfile.value, {
      username: enrolment.username,
      password: enrolment.password,
      // Without one it gets a random one, which nobody has to know.
      hasPassword: enrolment.password === undefined,
      email: enrolment.email,
      subject,
      alternativeNames,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      tokenType: TOKEN_TYPE.USERGENERATED,
      startTime: enrolment.notBefore,
      endTime: enrolment.notAfter,
    });
    const status = authority.settings.finishEndEntities ? END_ENTITY_STATUS.GENERATED : END_ENTITY_STATUS.NEW;
    const nowMs = clock.nowMs();
    return {
      id: existing?.id ?? ids.next(),
      username: enrolment.username,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      subjectDn: subject.toString(),
      subjectAltName: textOf(alternativeNames),
      email: enrolment.email ?? existing?.email,
      status,
      tokenType: TOKEN_TYPE.USERGENERATED,
      kind: existing?.kind ?? END_ENTITY_KIND.endUser,
      passwordVerifier: await this.#passwordVerifier(enrolment.password, status),
      extended: withEndEntityData(existing?.extended ?? {}, enrolment),
      createdMs: existing?.createdMs ?? nowMs,
      modifiedMs: nowMs,
      version: (existing?.version ?? 0) + 1,
    };
  }

  /** Only for who can enrol again with it: whoever cannot gets another password with the next edit, and making a verifier is slow. */
  async #passwordVerifier(password: string | undefined, status: number): Promise<string | undefined> {
    if (password === undefined || password === '' || status !== END_ENTITY_STATUS.NEW) return undefined;
    return makePasswordVerifier(password, this.#deps.random);
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
