/** What enrollments of every kind have in common: one at a time for each username, and end entity and certificate in one act. */
import type { DistinguishedName } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { KeyedQueue } from '../../../kernel/keyed-queue.ts';
import type { Random } from '../../../kernel/random.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../../access/index.ts';
import type { PlannedRequest } from '../../approvals/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type {
  CertificateAuthority,
  CrlUponRevocation,
  InsertCertificate,
  SupersedeCertificates,
  Supersession,
} from '../../ca/index.ts';
import type { Document } from '../../configuration/index.ts';
import type { CertificateProfile, EndEntityProfile } from '../../profiles/index.ts';
import { END_ENTITY_KIND, END_ENTITY_STATUS, type EndEntity, TOKEN_TYPE } from '../end-entities/end-entity.ts';
import { withoutHolder } from '../end-entities/end-entity-holder.ts';
import { claimRefusal, requireUsername } from './enrollment-checks.ts';
import { claims, endEntityWrites, NOTHING_SUPERSEDED } from './enrollment-writes.ts';
import { makePasswordVerifier } from '../end-entities/password-verifier.ts';

/** What an enrollment is planned with. */
export interface EnrollmentContext {
  readonly authority: Pick<CertificateAuthority, 'id' | 'settings'>;
  readonly certificateProfile: Document<unknown, CertificateProfile>;
  readonly endEntityProfile: Document<unknown, EndEntityProfile>;
  /** The end entity as it is; undefined when there is none of the username. */
  readonly existing: EndEntity | undefined;
}

/** What the kinds of enrollment know of an end entity. */
interface EndEntityData {
  readonly username: string;
  readonly password: string | undefined;
  readonly subject: DistinguishedName;
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly extended: JsonObject;
}

/** An enrollment whose certificate is made and not yet stored. */
interface PlannedEnrollment<Enrolled> extends EnrollmentContext {
  /** The version of the configuration that it was planned with. */
  readonly epoch: number;
  readonly administrator: Administrator;
  readonly endEntity: EndEntity;
  readonly issued: { readonly write: InsertCertificate; readonly serialNumber: string };
  /** For the audit record. */
  readonly details: JsonObject;
  /** What the caller gets. */
  readonly enrolled: Enrolled;
}

/** An enrollment that others have to approve first: nothing was made but the request. */
export interface WaitingEnrollment<Enrolled> {
  readonly epoch: number;
  readonly waiting: PlannedRequest;
  /** What the caller gets. */
  readonly enrolled: Enrolled;
}

/** What is committed, and what follows. */
type PlanOf<Enrolled> = Plan<{ readonly enrolled: Enrolled; readonly superseded: Supersession['revoked'] }>;

export interface EndEntityEnrollmentDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly supersession: SupersedeCertificates;
  readonly crlUponRevocation: CrlUponRevocation;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export class EndEntityEnrollment {
  readonly #deps: EndEntityEnrollmentDeps;
  /** Enrollments of one username would edit the same row: they wait for one another. */
  readonly #byUsername = new KeyedQueue();

  constructor(deps: EndEntityEnrollmentDeps) {
    this.#deps = deps;
  }

  /**
   * Plans and commits an enrollment, and makes the CRLs that it asks for.
   *
   * @param read - reads the request: once, however often the rest is planned
   * @throws what `read` and `plan` throw, and the refusals of {@link claimRefusal}
   */
  async run<Requested extends { readonly subject: DistinguishedName }, Enrolled>(
    username: string,
    read: () => Promise<Requested>,
    plan: (requested: () => Promise<Requested>) => Promise<PlannedEnrollment<Enrolled> | WaitingEnrollment<Enrolled>>,
  ): Promise<Enrolled> {
    requireUsername(username);
    return this.#byUsername.run(username, async () => {
      let requested: Requested | undefined;
      try {
        const { enrolled, superseded } = await planAndCommit(async () => {
          const planned = await plan(async () => (requested ??= await read()));
          return 'waiting' in planned ? this.#requestOf(planned) : this.#unitOf(planned);
        }, this.#deps.store);
        await this.#deps.crlUponRevocation.issue(superseded);
        return enrolled;
      } catch (error) {
        throw claimRefusal(error, username, requested) ?? error;
      }
    });
  }

  /** The end entity as it is to be. */
  async endEntity(
    { authority, certificateProfile, endEntityProfile, existing }: EnrollmentContext,
    { username, password, subject, subjectAltName, email, extended }: EndEntityData,
  ): Promise<EndEntity> {
    const { clock, ids } = this.#deps;
    const status = authority.settings.finishEndEntities ? END_ENTITY_STATUS.GENERATED : END_ENTITY_STATUS.NEW;
    const nowMs = clock.nowMs();
    return {
      id: existing?.id ?? ids.next(),
      username,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      subjectDn: subject.toString(),
      subjectAltName,
      email: email ?? existing?.email,
      status,
      tokenType: TOKEN_TYPE.USERGENERATED,
      kind: existing?.kind ?? END_ENTITY_KIND.endUser,
      passwordVerifier: await this.#passwordVerifier(password, status),
      extended: withoutHolder(extended),
      createdMs: existing?.createdMs ?? nowMs,
      modifiedMs: nowMs,
      version: (existing?.version ?? 0) + 1,
    };
  }

  /** Only for who can enroll again with it: whoever cannot gets another password with the next edit, and making a verifier is slow. */
  async #passwordVerifier(password: string | undefined, status: number): Promise<string | undefined> {
    if (password === undefined || password === '' || status !== END_ENTITY_STATUS.NEW) return undefined;
    return makePasswordVerifier(password, this.#deps.random);
  }

  #requestOf<Enrolled>({ epoch, waiting, enrolled }: WaitingEnrollment<Enrolled>): PlanOf<Enrolled> {
    const unit = this.#deps.audit.unit(waiting.writes, [waiting.entry], epoch);
    return { unit, result: { enrolled, superseded: [] } };
  }

  async #unitOf<Enrolled>({
    epoch,
    administrator,
    authority,
    certificateProfile,
    existing,
    endEntity,
    issued,
    details,
    enrolled,
  }: PlannedEnrollment<Enrolled>): Promise<PlanOf<Enrolled>> {
    const { access, audit, supersession } = this.#deps;
    const actor = actorOf(administrator);
    const superseded =
      existing !== undefined && certificateProfile.value.singleActiveCertificate
        ? await supersession.plan(existing.id, actor)
        : NOTHING_SUPERSEDED;
    await access.requireRole(administrator, ...superseded.revoked.map(({ authority: { id } }) => Resource.ca(id)));
    const writes = [
      ...endEntityWrites(endEntity, existing),
      ...claims(authority, issued.write, endEntity.id),
      issued.write,
      ...superseded.writes,
    ];
    const common = { outcome: 'SUCCESS', actor, caId: authority.id, username: endEntity.username } as const;
    const entries = [
      { ...common, event: 'CERT_CREATION', serial: issued.serialNumber, details },
      { ...common, event: existing === undefined ? 'RA_ADDENDENTITY' : 'RA_EDITENDENTITY' },
      ...superseded.entries,
    ] as const;
    return { unit: audit.unit(writes, entries, epoch), result: { enrolled, superseded: superseded.revoked } };
  }
}
