/** The job that follows the revocation of a CA: revokes every certificate that it has issued, and makes its last CRL. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SerialNumber } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { AdvanceJob, ClaimedJob, FinishJob, Jobs } from '../../../kernel/jobs.ts';
import type { Random } from '../../../kernel/random.ts';
import {
  ConflictError,
  planAndCommit,
  type Plan,
  type UnitOfWorkStore,
  type Write,
} from '../../../kernel/unit-of-work.ts';
import { SYSTEM } from '../../access/index.ts';
import type { AuditEntry, AuditLog } from '../../audit/index.ts';
import { type Authorities, signsCrls } from '../authorities/index.ts';
import { CA_REVOCATION_JOB, type RevocationProgress, certifiedCa } from './ca-revocation.ts';
import type { CaStateStore, CertificateRecord, CertificateStore } from '../records/index.ts';
import type { CreateCrls } from '../crls/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import { oneEpochMove, revocationChange } from './revocation-change.ts';
import { isRevocable, revokedFor } from './revocation-rules.ts';

export interface RevokeIssuedCertificatesDeps {
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly states: CaStateStore;
  readonly certificateStore: CertificateStore;
  readonly createCrls: CreateCrls;
  readonly jobs: Jobs;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
  readonly clock: Clock;
  readonly random: Random;
  /** Told of what could not be done now; it is tried again. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Goes through the certificates of a CA in the order of their serial numbers, some at a time. Each step is one unit, with the place that
 * was reached, so a process that is killed loses nothing and repeats nothing.
 *
 * The CA was revoked before, under an epoch that has moved: nothing is issued behind the place that was reached.
 */
export class RevokeIssuedCertificates {
  readonly #deps: RevokeIssuedCertificatesDeps;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(deps: RevokeIssuedCertificatesDeps) {
    this.#deps = deps;
  }

  /** Starts the jobs that nobody works on, and waits for their end. To be called every few seconds, and when there is one. Does not throw. */
  run(): Promise<void> {
    this.#running ??= this.#runAll()
      .catch(this.#deps.onFailed)
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Returns when nothing runs any more; a job ends at its next step, for another process to go on with it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #runAll(): Promise<void> {
    const { jobs, random } = this.#deps;
    while (!this.#stopping.signal.aborted) {
      const job = await jobs.claim(CA_REVOCATION_JOB, random.bytes(16).toHex(), LEASE_MS);
      if (job === undefined) return;
      try {
        await this.#work(job);
      } catch (error) {
        if (!(error instanceof ConflictError) || !isOfJob(error)) throw error;
      }
    }
  }

  async #work(job: ClaimedJob): Promise<void> {
    let at: Position = { job, progress: JSON.parse(job.progress) as RevocationProgress };
    let renewedAt = performance.now();
    for (;;) {
      if (this.#stopping.signal.aborted) return this.#deps.jobs.release(job);
      if (performance.now() - renewedAt > RENEWAL_MS) {
        if (!(await this.#deps.jobs.renew(job, LEASE_MS))) return;
        renewedAt = performance.now();
      }
      const next = await this.#step(at);
      if (next === undefined) break;
      at = next;
      await nextTurn();
    }
    // The lease is kept when there is no CRL yet: it ends, and somebody tries again.
    if (await this.#makeCrls(job.id)) await this.#finish(at);
  }

  /** Undefined when all certificates have been looked at. */
  async #step(at: Position): Promise<Position | undefined> {
    const { job, progress } = at;
    const after = progress.after === '' ? undefined : (progress.after as SerialNumber);
    const read = async () => this.#deps.certificateStore.listAfter(job.id, after, RECORDS_PER_UNIT);
    let records = await read();
    if (records.length === 0) return undefined;
    return planAndCommit(async (previous) => {
      requireJob(previous);
      // Somebody has revoked one of them at the same time.
      if (previous !== undefined) records = await read();
      return this.#planStep(at, records);
    }, this.#deps.store);
  }

  async #planStep({ job, progress }: Position, records: readonly CertificateRecord[]): Promise<Plan<Position>> {
    const { audit, clock } = this.#deps;
    const { reason, revokedAt, actor } = progress;
    const epoch = this.#deps.epoch();
    const writes: Write[] = [];
    const entries: AuditEntry[] = [];
    for (const record of records.filter(isRevocable)) {
      const outcome = revokedFor(record, { reason, now: revokedAt });
      const revoked = { record, ca: await certifiedCa(record, this.#deps) };
      const change = await revocationChange(revoked, outcome, actor, { ...this.#deps, isAdministratorCertificate });
      writes.push(...change.writes);
      entries.push(change.entry);
    }
    const reached = {
      ...progress,
      after: records.at(-1)!.serialNumber,
      certificates: progress.certificates + entries.length,
    };
    const advance: AdvanceJob = {
      op: 'job.advance',
      job,
      progress: JSON.stringify(reached),
      updatedMs: clock.nowMs(),
    };
    const unit = audit.unit([...oneEpochMove(writes), advance], [summaryOf(job, reached), ...entries], epoch);
    return { unit, result: { job: { ...job, version: job.version + 1 }, progress: reached } };
  }

  /** False when it has to be tried again. Nothing is made by a CA that has no certificate in force, or no CRLs at all. */
  async #makeCrls(caId: number): Promise<boolean> {
    const { authorities, createCrls, clock, onFailed } = this.#deps;
    const authority = await authorities.findById(caId);
    if (authority === undefined || !signsCrls(authority, nowSeconds(clock))) return true;
    try {
      for (const partition of partitionsWithCrl(authority.settings.crl.partitions)) {
        await createCrls.createOne(SYSTEM, { caId, partition }, 'base');
      }
      return true;
    } catch (error) {
      onFailed(error);
      return false;
    }
  }

  async #finish({ job, progress }: Position): Promise<void> {
    const { audit, clock, store } = this.#deps;
    const finish: FinishJob = {
      op: 'job.finish',
      job,
      state: 'done',
      progress: JSON.stringify(progress),
      updatedMs: clock.nowMs(),
    };
    await store.commit(audit.unit([finish], [summaryOf(job, progress)], undefined));
  }
}

interface Position {
  readonly job: ClaimedJob;
  readonly progress: RevocationProgress;
}

function requireJob(previous: Error | undefined): void {
  if (previous instanceof ConflictError && isOfJob(previous)) throw previous;
}

/** The lease was lost: whoever has it by now does the job. */
function isOfJob({ op }: ConflictError): boolean {
  return op.startsWith('job.');
}

function summaryOf({ id }: ClaimedJob, { reason, actor, certificates }: RevocationProgress): AuditEntry {
  return { event: 'CA_REVOKED', outcome: 'SUCCESS', actor, caId: id, details: { reason, certificates } };
}

/** Nobody is let in by a certificate of a CA that is revoked, so these revocations take no right away. */
const isAdministratorCertificate = () => Promise.resolve(false);
/** Each is three rows: the certificate, its audit record, and what the next delta CRL is told. */
const RECORDS_PER_UNIT = 200;
/** What a killed process holds up the job by. */
const LEASE_MS = 15_000;
const RENEWAL_MS = 5000;
