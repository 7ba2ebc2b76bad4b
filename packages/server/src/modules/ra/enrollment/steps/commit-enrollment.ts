/** Last step of all enrollments: commits end entity, certificate and superseded certificates in one unit, or an approval request. */
import type { DistinguishedName } from '@sealwright/pki';
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import { nowSeconds } from '../../../../kernel/clock.ts';
import type { KeyedQueue } from '../../../../kernel/tasks/keyed-queue.ts';
import { planAndCommit, type UnitOfWork } from '../../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../../access/index.ts';
import type { PendingApproval, PlannedRequest } from '../../../approvals/index.ts';
import {
  type Authorities,
  type BornRevoked,
  bornRevoked,
  type CrlUponRevocation,
  getById,
  type IssuedCertificate,
  type Supersession,
  withLintWarnings,
} from '../../../ca/index.ts';
import { type KeptKeyPlan, type KeptKeyStore, type MarkKeptKey, planUnmark } from '../../../key-recovery/index.ts';
import { type EndEntity, unmarksKeyRecovery } from '../../end-entities/index.ts';
import { untilLookedUp } from '../../caa/index.ts';
import { requireUsername } from '../checks/username.ts';
import { type EnrollmentInPlace, endEntityWrite } from './draft-end-entity.ts';
import { claimRefusal, claims } from './one-user-claims.ts';
import { NOTHING_SUPERSEDED, planSupersession, type SupersessionDeps } from './supersession.ts';

/** An enrollment whose certificate is signed but not stored yet. */
export interface IssuedEnrollment<Enrolled> extends EnrollmentInPlace {
  readonly endEntity: EndEntity;
  readonly issued: Pick<IssuedCertificate, 'write' | 'serialNumber' | 'lintWarnings'>;
  /** Subject that may belong to one end entity only; by default that of the certificate. */
  readonly claimedSubject?: DistinguishedName;
  /** Plan to keep the private key with the certificate; by default none is kept. */
  readonly kept?: KeptKeyPlan;
  /** Details for the audit record. */
  readonly details: JsonObject;
  /** Answer to the caller. */
  readonly enrolled: Enrolled;
}

/** An enrollment without a new certificate: the end entity gets a kept key with its existing certificate. */
export interface CollectedKey<Enrolled> {
  readonly epoch: number;
  readonly administrator: Administrator;
  readonly existing: EndEntity;
  readonly endEntity: EndEntity;
  /** Details for the audit record. */
  readonly collected: JsonObject;
  /** Answer to the caller. */
  readonly enrolled: Enrolled;
}

/** An enrollment that requires approval: only the approval request was made. */
export interface WaitingEnrollment {
  readonly epoch: number;
  readonly waiting: PlannedRequest;
  /** Answer to the caller. */
  readonly enrolled: PendingApproval;
}

type AnyEnrollment = IssuedEnrollment<unknown> | CollectedKey<unknown> | WaitingEnrollment;

export interface CommitEnrollmentDeps extends SupersessionDeps, Pick<UseCaseDeps, 'audit' | 'clock' | 'store'> {
  readonly authorities: Authorities;
  readonly byUsername: KeyedQueue;
  readonly keptKeys: Pick<KeptKeyStore, 'findMarked'>;
  readonly crlUponRevocation: CrlUponRevocation;
}

export class CommitEnrollment extends WithDeps<CommitEnrollmentDeps> {
  /**
   * Plans and commits an enrollment, and makes the CRLs that it requires. If the end entity says so, the certificate is issued as revoked. An end
   * entity that leaves KEYRECOVERY loses its marked key.
   *
   * @param plan - takes all steps before this one, and again if something has changed meanwhile or CAA lookups were needed
   * @returns the answer to the caller
   * @throws the errors of `plan`, and those of {@link claimRefusal}
   */
  async run<Planned extends AnyEnrollment>(
    username: string,
    plan: () => Promise<Planned>,
  ): Promise<Planned['enrolled']> {
    requireUsername(username);
    return untilLookedUp(() => this.deps.byUsername.run(username, () => this.#planAndCommit(plan)));
  }

  async #planAndCommit<Planned extends AnyEnrollment>(plan: () => Promise<Planned>): Promise<Planned['enrolled']> {
    let planned: Planned | undefined;
    try {
      const revoked = await planAndCommit(async () => {
        planned = await plan();
        const supersession = 'issued' in planned ? await planSupersession(this.deps, planned) : NOTHING_SUPERSEDED;
        const born = await this.#bornRevoked(planned);
        const ended = [...supersession.revoked, ...(born === undefined ? [] : [born.revoked])];
        return { unit: await this.#unit(planned, supersession, born), result: ended };
      }, this.deps.store);
      await this.deps.crlUponRevocation.issue(revoked);
      return planned!.enrolled;
    } catch (error) {
      if (planned === undefined || !('issued' in planned)) throw error;
      throw claimRefusal(error, planned.endEntity) ?? error;
    }
  }

  async #bornRevoked(planned: AnyEnrollment): Promise<BornRevoked | undefined> {
    const reason = 'issued' in planned ? planned.endEntity.extended.issuanceRevocationReason : undefined;
    if (!('issued' in planned) || reason === undefined) return undefined;
    const { administrator, authority, issued } = planned;
    const { authorities, clock } = this.deps;
    const revocation = { reason, actor: actorOf(administrator), now: nowSeconds(clock) };
    return bornRevoked(await getById(authorities, authority.id), issued.write, revocation);
  }

  async #unit(planned: AnyEnrollment, superseded: Supersession, born: BornRevoked | undefined): Promise<UnitOfWork> {
    const { audit } = this.deps;
    if ('waiting' in planned) return audit.unit(planned.waiting.writes, [planned.waiting.entry], planned.epoch);
    const unmark = await this.#unmark(planned);
    if ('collected' in planned) {
      const { administrator, collected: details, existing, endEntity, epoch } = planned;
      const { caId, username } = endEntity;
      const about = { actor: actorOf(administrator), caId, username, details } as const;
      const entry = { event: 'RA_EDITENDENTITY', outcome: 'SUCCESS', ...about } as const;
      return audit.unit([endEntityWrite(endEntity, existing), ...unmark], [entry], epoch);
    }
    const { epoch, administrator, authority, existing, endEntity, issued } = planned;
    const writes = [
      endEntityWrite(endEntity, existing),
      ...claims(authority, issued.write.certificate, endEntity.id, planned.claimedSubject),
      ...(born?.writes ?? [issued.write]),
      ...(planned.kept?.writes ?? []),
      ...unmark,
      ...superseded.writes,
    ];
    const { username } = endEntity;
    const details = withLintWarnings(planned.details, issued.lintWarnings);
    const common = { outcome: 'SUCCESS', actor: actorOf(administrator), caId: authority.id, username } as const;
    const entries = [
      { ...common, event: 'CERT_CREATION', serial: issued.serialNumber, details },
      { ...common, event: existing === undefined ? 'RA_ADDENDENTITY' : 'RA_EDITENDENTITY' },
      ...(planned.kept?.entries ?? []),
      ...(born === undefined ? [] : [born.entry]),
      ...superseded.entries,
    ] as const;
    return audit.unit(writes, entries, epoch);
  }

  /** Plans the removal of the mark of an end entity that leaves KEYRECOVERY, so that its key is not handed out later. */
  async #unmark({
    existing,
    endEntity,
  }: IssuedEnrollment<unknown> | CollectedKey<unknown>): Promise<readonly MarkKeptKey[]> {
    if (existing === undefined || !unmarksKeyRecovery(existing.status, endEntity.status)) return [];
    return planUnmark(this.deps.keptKeys, existing.id);
  }
}
