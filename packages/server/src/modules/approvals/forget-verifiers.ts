/** Removes the password verifiers of requests that expired, and of those that an earlier release ended. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConflictError, newUnitId } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../access/index.ts';
import { every, type Task } from '../background/index.ts';
import type { ApprovalStatus } from './approval-request.ts';
import { type ApprovalPosition, type ApprovalQuery, type ApprovalStore, verifierRemoval } from './approval-store.ts';
import { hasVerifier } from './ended-act.ts';

export interface ForgetVerifiersDeps extends Pick<UseCaseDeps, 'clock' | 'random' | 'store'> {
  readonly approvals: Pick<ApprovalStore, 'findRequest' | 'listRequests'>;
}

export class ForgetVerifiers extends WithDeps<ForgetVerifiersDeps> {
  /** Requests that expired before this time have been dealt with. Zero before the first run of this process, which looks at all ended requests. */
  #doneMs = 0;

  get task(): Task {
    return {
      name: 'forget-verifiers',
      where: 'one-per-installation',
      schedule: every(10 * 60_000),
      // With a clock that is ahead, verifiers of waiting requests would be removed.
      needsBelievedClock: true,
      run: (signal) => this.forget(signal),
    };
  }

  /** Removes each verifier in a unit of its own. A request that is changed concurrently is skipped. */
  async forget(signal: AbortSignal): Promise<void> {
    const nowMs = this.deps.clock.nowMs();
    const ended = this.#doneMs === 0 ? ENDED : [];
    const bounds = { createdFromMs: 0, createdBeforeMs: END_OF_TIME };
    for (const status of ended)
      await this.#forgetAll({ ...bounds, status, expiresFromMs: 0, expiresBeforeMs: END_OF_TIME }, signal);
    const expired = { expiresFromMs: this.#doneMs, expiresBeforeMs: nowMs };
    await this.#forgetAll({ ...bounds, ...expired, status: 'WAITING_FOR_APPROVAL' }, signal);
    if (!signal.aborted) this.#doneMs = nowMs;
  }

  async #forgetAll(query: Omit<ApprovalQuery, 'after'>, signal: AbortSignal): Promise<void> {
    let after: ApprovalPosition | undefined;
    while (!signal.aborted) {
      const page = await this.deps.approvals.listRequests({ ...query, after }, PAGE_SIZE);
      for (const { publicId } of page) {
        if (signal.aborted) return;
        await this.#forget(publicId, query.status);
        await nextTurn();
      }
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1);
    }
  }

  async #forget(publicId: number, status: ApprovalStatus): Promise<void> {
    const { approvals, clock, random, store } = this.deps;
    const request = await approvals.findRequest(publicId);
    if (request?.status !== status || !hasVerifier(request.act)) return;
    try {
      await store.commit({ id: newUnitId(clock, random), epoch: undefined, writes: [verifierRemoval(request)] });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}

const ENDED: readonly ApprovalStatus[] = ['EXECUTED', 'EXECUTION_FAILED', 'EXECUTION_DENIED', 'EXPIRED'];
const END_OF_TIME = Number.MAX_SAFE_INTEGER;
const PAGE_SIZE = 100;
