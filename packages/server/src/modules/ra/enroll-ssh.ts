/** Enrolment of an SSH key: makes or edits the end entity and issues its certificate in one act. */
import { SshError } from '@sealwright/pki';
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
  getById,
  getByName,
  type IssuedSshCertificate,
  requireActiveSsh,
  type SshIssuance,
  type SshSigningAuthority,
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
import { claimRefusal, neededRights, requireAvailable, requireStorage, requireUsername } from './enrolment-checks.ts';
import { claims, endEntityWrites, NOTHING_SUPERSEDED } from './enrolment-writes.ts';
import { EnrolmentInputError } from './errors.ts';
import { makePasswordVerifier } from './password-verifier.ts';
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
  readonly extensions: ReadonlyMap<string, Uint8Array>;
  /** Seconds since 1970. */
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
}

/** An issued certificate. */
export interface EnrolledSshCertificate extends IssuedSshCertificate {
  /** The one line of a file `id_…-cert.pub`, without a line feed. */
  readonly line: string;
}

export interface EnrolSshDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly issuance: SshIssuance;
  readonly supersession: SupersedeCertificates;
  readonly crlUponRevocation: CrlUponRevocation;
  readonly endEntities: EndEntityStore;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export class EnrolSsh {
  readonly #deps: EnrolSshDeps;
  /** Enrolments of one username would edit the same row: they wait for one another. */
  readonly #byUsername = new KeyedQueue();

  constructor(deps: EnrolSshDeps) {
    this.#deps = deps;
  }

  /**
   * The checks in their order: the CA and the profiles exist, the caller may, the request is good, the profiles allow it, the key is
   * free. Possession of the private key is not proven: who presents the certificate has to.
   */
  async enrol(administrator: Administrator, enrolment: SshEnrolment): Promise<EnrolledSshCertificate> {
    requireUsername(enrolment.username);
    return this.#byUsername.run(enrolment.username, async () => {
      let requested: RequestedSshCertificate | undefined;
      try {
        const { enrolled, superseded } = await planAndCommit(
          () => this.#plan(administrator, enrolment, () => (requested ??= readSshRequest(enrolment))),
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
    enrolment: SshEnrolment,
    readRequest: () => RequestedSshCertificate,
  ): Promise<Plan<{ readonly enrolled: EnrolledSshCertificate; readonly superseded: Supersession['revoked'] }>> {
    const { access, audit, configuration, endEntities, clock } = this.#deps;
    const { epoch } = configuration;
    const endEntityProfile = await configuration.get(endEntityProfileType, enrolment.endEntityProfileName);
    const found = await this.#authority(enrolment.certificateAuthorityName, endEntityProfile);
    const certificateProfile =
      enrolment.certificateProfileName === undefined
        ? await configuration.getById(certificateProfileType, endEntityProfile.value.defaultCertificateProfileId)
        : await configuration.get(certificateProfileType, enrolment.certificateProfileName);
    const existing = await endEntities.findByUsername(enrolment.username);
    await access.authorize(administrator, ...neededRights(existing, endEntityProfile.id, found.id));
    const authority = requireActiveSsh(found, nowSeconds(clock));
    const requested = readRequest();
    requireAvailable(authority, certificateProfile);
    requireStorage(certificateProfile);
    validatePublicKeyAgainstProfile(certificateProfile.value, requested.key.publicKey);
    const context = { authority, certificateProfile, endEntityProfile, existing };
    const endEntity = await this.#endEntity(enrolment, requested, context);
    const issued = await this.#issue(enrolment, requested, endEntity, context);
    const actor = actorOf(administrator);
    const superseded =
      existing !== undefined && certificateProfile.value.singleActiveCertificate
        ? await this.#deps.supersession.plan(existing.id, actor)
        : NOTHING_SUPERSEDED;
    await access.requireRole(administrator, ...superseded.revoked.map(({ authority: { id } }) => Resource.ca(id)));
    const writes = [
      ...endEntityWrites(endEntity, existing),
      ...claims(authority, issued.write, endEntity.id),
      issued.write,
      ...superseded.writes,
    ];
    const common = { outcome: 'SUCCESS', actor, caId: authority.id, username: endEntity.username } as const;
    const details = auditDetails(enrolment, issued, context);
    const entries = [
      { ...common, event: 'CERT_CREATION', serial: issued.serialNumber, details },
      { ...common, event: existing === undefined ? 'RA_ADDENDENTITY' : 'RA_EDITENDENTITY' },
      ...superseded.entries,
    ] as const;
    return { unit: audit.unit(writes, entries, epoch), result: { enrolled: issued, superseded: superseded.revoked } };
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

  async #endEntity(
    enrolment: SshEnrolment,
    { subject }: RequestedSshCertificate,
    context: Context,
  ): Promise<EndEntity> {
    const { clock, ids, random } = this.#deps;
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
    const status = authority.settings.finishEndEntities ? END_ENTITY_STATUS.GENERATED : END_ENTITY_STATUS.NEW;
    // Only for who can enrol again with it, see `EnrolPkcs10`.
    const keepsPassword = password !== '' && status === END_ENTITY_STATUS.NEW;
    const nowMs = clock.nowMs();
    return {
      id: existing?.id ?? ids.next(),
      username,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      subjectDn: subject.toString(),
      subjectAltName: undefined,
      email: existing?.email,
      status,
      tokenType: TOKEN_TYPE.USERGENERATED,
      kind: existing?.kind ?? END_ENTITY_KIND.endUser,
      passwordVerifier: keepsPassword ? await makePasswordVerifier(password, random) : undefined,
      extended: { ...existing?.extended, ssh: sshData(enrolment) },
      createdMs: existing?.createdMs ?? nowMs,
      modifiedMs: nowMs,
      version: (existing?.version ?? 0) + 1,
    };
  }
}

/** What an enrolment was asked of. */
interface Context {
  readonly authority: SshSigningAuthority;
  readonly certificateProfile: Document<unknown, CertificateProfile>;
  readonly endEntityProfile: Document<unknown, EndEntityProfile>;
  readonly existing: EndEntity | undefined;
}

/** What is kept with the end entity. */
function sshData({ keyId, principals, forceCommand, sourceAddress }: SshEnrolment) {
  return {
    keyId,
    principals: [...principals],
    ...(forceCommand === undefined ? {} : { forceCommand }),
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
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
