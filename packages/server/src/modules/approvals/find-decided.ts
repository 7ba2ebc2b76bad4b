import type { ApprovalRequest } from './approval-request.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { DecidedRequest } from './check-decision.ts';

/**
 * A request with all decisions on it, as of one moment.
 *
 * They are two reads, and others decide between them. Every decision gives the request another version, so a request that has the same
 * one before and after has those decisions and no others. A request is decided on a few times at most.
 */
export async function findDecided(
  approvals: Pick<ApprovalStore, 'findRequest' | 'listDecisions'>,
  requestId: number,
): Promise<(DecidedRequest & { readonly request: ApprovalRequest }) | undefined> {
  let request = await approvals.findRequest(requestId);
  while (request !== undefined) {
    const decisions = await approvals.listDecisions([request.id]);
    const after = await approvals.findRequest(requestId);
    if (after?.version === request.version) return { request, decisions };
    request = after;
  }
  return undefined;
}
