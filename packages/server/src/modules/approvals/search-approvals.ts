/** The requests that an administrator looks for. */
import { WithDeps } from '../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../access/index.ts';
import { countedDecisions } from './counted-decisions.ts';
import {
  APPROVAL_REQUEST_TYPES,
  isWaiting,
  type ApprovalStatus,
  type ListedRequest,
  type PublicApprovalStatus,
  publicStatusOf,
  type ShownMember,
} from './approval-request.ts';
import { maySeeRequest, requireAnyApprovalRight, rightsToDecide } from './approval-rights.ts';
import type { ApprovalPosition, ApprovalQuery, ApprovalStore } from './approval-store.ts';
import { canDecideOn, type Decider } from './check-decision.ts';
import { type Caller, type CertificateHolders, identityOf } from './identity.ts';

/** Criteria of a search; all that are given must hold. Times are milliseconds since 1970. */
export interface ApprovalCriteria {
  readonly states: ReadonlySet<ApprovalState>;
  readonly createdFromMs: number | undefined;
  /** Latest time of the request, exclusive. */
  readonly createdBeforeMs: number | undefined;
  /** Only what waits for the caller and expires within so long from now. */
  readonly expiresWithinMs: number | undefined;
  /** A part of the subject, in whatever letter case. */
  readonly subjectDn: string | undefined;
  /** A part of the address, likewise. */
  readonly email: string | undefined;
}

/** Groups of states that are looked for together. */
export type ApprovalState = 'waiting' | 'processed' | 'expired';

/** A request in the list. */
export interface ApprovalSummary {
  readonly requestId: number;
  readonly requestType: string;
  readonly status: PublicApprovalStatus;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** Subject of the requester. */
  readonly requestedBy: string;
  readonly canBeApprovedByMe: boolean;
}

export interface SearchApprovalsDeps extends Pick<UseCaseDeps, 'access' | 'clock'> {
  readonly approvals: ApprovalStore;
  readonly holders: CertificateHolders;
}

export class SearchApprovals extends WithDeps<SearchApprovalsDeps> {
  /**
   * The newest first: 500 of them at most, and of each state those among the newest 5,000.
   *
   * @throws {AccessDeniedError} to whom has no right to approvals at all
   */
  async search(administrator: Administrator, criteria: ApprovalCriteria): Promise<readonly ApprovalSummary[]> {
    const { access, clock, holders } = this.deps;
    await access.authorize(administrator);
    await requireAnyApprovalRight(access, administrator);
    const nowMs = clock.nowMs();
    const identity = await identityOf(administrator, holders);
    const decider = { identity, roleIds: await access.roleIdsOf(administrator) };
    const found = await Promise.all(
      queriesFor(criteria, nowMs).map((query) => this.#find(query, criteria, administrator, decider)),
    );
    return found
      .flat()
      .toSorted((a, b) => b.createdMs - a.createdMs)
      .slice(0, MOST_FOUND);
  }

  async #find(
    query: Omit<ApprovalQuery, 'after'>,
    criteria: ApprovalCriteria,
    administrator: Administrator,
    decider: Decider,
  ): Promise<readonly ApprovalSummary[]> {
    const found: ApprovalSummary[] = [];
    let after: ApprovalPosition | undefined;
    for (let read = 0; read < MOST_READ && found.length < MOST_FOUND; read += PAGE_SIZE) {
      const page = await this.deps.approvals.listRequests({ ...query, after }, PAGE_SIZE);
      const visible = await this.#visible(page, criteria, { administrator, identity: decider.identity });
      found.push(...(await this.#summaries(visible, administrator, decider)));
      after = page.at(-1);
      if (page.length < PAGE_SIZE) break;
    }
    return criteria.expiresWithinMs === undefined ? found : found.filter(({ canBeApprovedByMe }) => canBeApprovedByMe);
  }

  async #visible(
    page: readonly ListedRequest[],
    { subjectDn, email }: ApprovalCriteria,
    caller: Caller,
  ): Promise<readonly ListedRequest[]> {
    const visible: ListedRequest[] = [];
    for (const request of page) {
      if (!shows(request, 'subject_dn', subjectDn) || !shows(request, 'email', email)) continue;
      if (await maySeeRequest(this.deps.access, caller, request)) visible.push(request);
    }
    return visible;
  }

  async #summaries(
    requests: readonly ListedRequest[],
    administrator: Administrator,
    decider: Decider,
  ): Promise<readonly ApprovalSummary[]> {
    if (requests.length === 0) return [];
    const { access, approvals, clock } = this.deps;
    const nowMs = clock.nowMs();
    const decisions = Map.groupBy(
      await approvals.listDecisions(requests.map(({ id }) => id)),
      ({ requestId }) => requestId,
    );
    const summaries: ApprovalSummary[] = [];
    for (const request of requests) {
      const made = isWaiting(request, nowMs) ? (decisions.get(request.id) ?? []) : [];
      const counted = await countedDecisions(access, request, made);
      const open = canDecideOn({ request, decisions: counted }, decider, nowMs);
      summaries.push({
        requestId: request.publicId,
        requestType: APPROVAL_REQUEST_TYPES[request.type].title,
        status: publicStatusOf(request, nowMs),
        createdMs: request.createdMs,
        expiresMs: request.expiresMs,
        requestedBy: request.requester.name,
        canBeApprovedByMe: open.length > 0 && (await access.isAuthorized(administrator, ...rightsToDecide(request))),
      });
    }
    return summaries;
  }
}

/** One query for each stored status that is looked for: each is a piece of one index. */
function queriesFor(criteria: ApprovalCriteria, nowMs: number): readonly Omit<ApprovalQuery, 'after'>[] {
  const created = {
    createdFromMs: criteria.createdFromMs ?? 0,
    createdBeforeMs: criteria.createdBeforeMs ?? END_OF_TIME,
  };
  const { expiresWithinMs } = criteria;
  if (expiresWithinMs !== undefined) {
    const expiresBeforeMs = Math.min(nowMs + expiresWithinMs + 1, END_OF_TIME);
    return [{ ...created, status: 'WAITING_FOR_APPROVAL', expiresFromMs: nowMs + 1, expiresBeforeMs }];
  }
  const always = { ...created, expiresFromMs: 0, expiresBeforeMs: END_OF_TIME };
  const queries: Readonly<Record<ApprovalState, readonly Omit<ApprovalQuery, 'after'>[]>> = {
    waiting: [{ ...always, status: 'WAITING_FOR_APPROVAL', expiresFromMs: nowMs + 1 }],
    processed: PROCESSED.map((status) => ({ ...always, status })),
    expired: [
      { ...always, status: 'EXPIRED' },
      { ...always, status: 'WAITING_FOR_APPROVAL', expiresBeforeMs: nowMs + 1 },
    ],
  };
  return [...criteria.states].flatMap((state) => queries[state]);
}

function shows({ shown }: ListedRequest, member: ShownMember, part: string | undefined): boolean {
  return part === undefined || (shown[member] ?? '').toLowerCase().includes(part.toLowerCase());
}

const PROCESSED: readonly ApprovalStatus[] = ['EXECUTED', 'EXECUTION_FAILED', 'EXECUTION_DENIED'];
const END_OF_TIME = Number.MAX_SAFE_INTEGER;
const MOST_FOUND = 500;
const MOST_READ = 5000;
const PAGE_SIZE = 100;
