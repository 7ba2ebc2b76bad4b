/** The use case of approving or rejecting a request. The last approval executes the act. */
import { countedDecisions } from './counted-decisions.ts';
import { AppError } from '../../kernel/errors.ts';
import { ConflictError, EpochMovedError, type Plan, planAndCommit, type Write } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import {
  APPROVAL_REQUEST_TYPES,
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalStatus,
} from './approval-request.ts';
import { requireVisible, rightsToDecide } from './approval-rights.ts';
import { type ApprovalStore, type InsertApprovalDecision, statusChange } from './approval-store.ts';
import type { ApprovedActs, PlannedAct } from './approved-act.ts';
import { type CheckedPartition, checkDecision, type GivenDecision, requireDecidable } from './check-decision.ts';
import { isWithoutVerifier } from './ended-act.ts';
import { ApprovalExecutionError, ApprovalExpiredError } from './errors.ts';
import { findDecided } from './find-decided.ts';
import { administratorOf, type Caller, type CertificateHolders, identityOf } from './identity.ts';
import { openStepOf } from './open-step.ts';
import { recordedAct } from './request-approval.ts';

export interface ProcessApprovalDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'clock' | 'ids' | 'store'> {
  readonly approvals: ApprovalStore;
  readonly acts: ApprovedActs;
  readonly holders: CertificateHolders;
  readonly epoch: () => number;
}

/** Outcome of a decision. */
interface Processed {
  /** Error that prevented the approved act. */
  readonly failure: AppError | undefined;
  readonly committed: PlannedAct['committed'];
}

export class ProcessApproval extends WithDeps<ProcessApprovalDeps> {
  /**
   * Records what the administrator decides, and with the last approval does what was asked for, as its requester.
   *
   * The decision, the new status and the act become durable as one unit, so an act is executed exactly once, even when others decide at the
   * same time, and there is no state in between that a crash could leave. What is refused for good ends the request; what cannot be done
   * for the moment (a database, a token) leaves it as it was, to be approved again.
   *
   * @throws the errors of `checkDecision`; {@link ApprovalRequestNotFoundError}
   * @throws {@link ApprovalExecutionError} when the act was refused; the decision is recorded all the same
   */
  async process(administrator: Administrator, requestId: number, given: GivenDecision): Promise<void> {
    const { audit, store } = this.deps;
    const event = given.approve ? 'APPROVAL_APPROVE' : 'APPROVAL_REJECT';
    const entry = { event, actor: actorOf(administrator), details: { requestId } } as const;
    const { failure, committed } = await audit.recordingRefusal(entry, () =>
      planAndCommit(() => this.#plan(administrator, requestId, given), store),
    );
    await committed?.();
    if (failure !== undefined) throw new ApprovalExecutionError(failure);
  }

  async #plan(administrator: Administrator, requestId: number, given: GivenDecision): Promise<Plan<Processed>> {
    const { access, approvals, audit, clock, holders } = this.deps;
    const epoch = this.deps.epoch();
    const found = await findDecided(approvals, requestId);
    const identity = await identityOf(administrator, holders);
    const request = await requireVisible(access, { administrator, identity }, requestId, found?.request);
    const decisions = await countedDecisions(access, request, found?.decisions ?? []);
    const decider = { identity, roleIds: await access.roleIdsOf(administrator) };
    // Checked before rights: requesters are told that the request is their own, whether or not they could approve those of others.
    requireDecidable(request, decider, clock.nowMs());
    // Expired by the clock of another process.
    if (isWithoutVerifier(request.act)) throw new ApprovalExpiredError();
    await access.authorize(administrator, ...rightsToDecide(request));
    const checked = checkDecision({ request, decisions }, given, decider, clock.nowMs());
    const made = checked.map((partition) => this.#decision({ administrator, identity }, request, partition, given));
    const inserts = made.map((decision): InsertApprovalDecision => ({ op: 'approval-decision.insert', decision }));
    const done = given.approve && openStepOf(request, [...decisions, ...made]) === undefined;
    const execution = done ? await this.#execute(request) : undefined;
    const status = statusAfter(given, execution);
    const writes: Write[] = [...inserts, statusChange(request, status), ...(execution?.act?.writes ?? [])];
    const entry = entryOf(administrator, request, given, checked, { status, refusal: execution?.failure?.code });
    const entries = [entry, ...(execution?.act?.entries ?? [])] as const;
    return {
      unit: audit.unit(writes, entries, epoch),
      result: { failure: execution?.failure, committed: execution?.act?.committed },
    };
  }

  async #execute(request: ApprovalRequest): Promise<Execution> {
    try {
      return { act: await this.deps.acts[request.type](administratorOf(request), request), failure: undefined };
    } catch (error) {
      if (!(error instanceof AppError) || isPassing(error)) throw error;
      return { act: undefined, failure: error };
    }
  }

  #decision(
    { administrator, identity }: Caller,
    request: ApprovalRequest,
    { stepIdentifier, partition, values }: CheckedPartition,
    { approve, comment }: GivenDecision,
  ): ApprovalDecision {
    const { clock, ids } = this.deps;
    return {
      id: ids.next(),
      requestId: request.id,
      stepIdentifier,
      partitionIdentifier: partition.identifier,
      approved: approve,
      identity,
      administrator: actorOf(administrator).name,
      comment,
      values,
      timeMs: clock.nowMs(),
      voter:
        administrator.kind === 'certificate'
          ? { certificate: administrator.certificate.der, issuerCaId: administrator.issuerCaId }
          : undefined,
    };
  }
}

/** The planned act, or the error that refused it. */
type Execution =
  | { readonly act: PlannedAct; readonly failure: undefined }
  | { readonly act: undefined; readonly failure: AppError };

/** Returns whether the error may be temporary. */
function isPassing(error: AppError): boolean {
  return error.kind === 'unavailable' || error instanceof ConflictError || error instanceof EpochMovedError;
}

function statusAfter({ approve }: GivenDecision, execution: Execution | undefined): ApprovalStatus {
  if (!approve) return 'EXECUTION_DENIED';
  if (execution === undefined) return 'WAITING_FOR_APPROVAL';
  return execution.failure === undefined ? 'EXECUTED' : 'EXECUTION_FAILED';
}

/** Returns the audit entry. It leaves the fields out, which may hold what auditors are not meant to see. */
function entryOf(
  administrator: Administrator,
  request: ApprovalRequest,
  { approve, comment }: GivenDecision,
  partitions: readonly CheckedPartition[],
  { status, refusal }: { readonly status: ApprovalStatus; readonly refusal: string | undefined },
): AuditEntry {
  return {
    event: approve ? 'APPROVAL_APPROVE' : 'APPROVAL_REJECT',
    outcome: 'SUCCESS',
    actor: actorOf(administrator),
    caId: request.caId,
    ...recordedAct(request),
    details: {
      requestId: request.publicId,
      requestType: APPROVAL_REQUEST_TYPES[request.type].title,
      requestedBy: request.requester.name,
      step: partitions[0]!.stepIdentifier,
      partitions: partitions.map(({ partition }) => partition.identifier),
      comment,
      status,
      ...(refusal === undefined ? {} : { refusal }),
    },
  };
}
