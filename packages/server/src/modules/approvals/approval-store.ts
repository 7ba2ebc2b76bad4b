import type { Write } from '../../kernel/unit-of-work.ts';
import type { JsonObject } from '../../kernel/canonical-json.ts';
import type { ApprovalDecision, ApprovalRequest, ApprovalStatus, ListedRequest } from './approval-request.ts';
import { withoutVerifier } from './ended-act.ts';

/** Reads requests and what was decided. */
export interface ApprovalStore {
  /** By the number that clients know. */
  findRequest(publicId: number): Promise<ApprovalRequest | undefined>;
  /** The request for that act which waits, or has expired and nobody has noticed yet. */
  findOpenRequest(actKey: string): Promise<ApprovalRequest | undefined>;
  /** The newest first, `limit` of them at most. */
  listRequests(query: ApprovalQuery, limit: number): Promise<readonly ListedRequest[]>;
  /** In the order in which they were made; of the requests with these internal ids. */
  listDecisions(requestIds: readonly number[]): Promise<readonly ApprovalDecision[]>;
}

/** Which requests; all bounds hold together. Milliseconds since 1970. */
export interface ApprovalQuery {
  readonly status: ApprovalStatus;
  readonly createdFromMs: number;
  /** The first moment that is too late. */
  readonly createdBeforeMs: number;
  /** The first moment of expiry that is asked for. */
  readonly expiresFromMs: number;
  /** The first one that is too late. */
  readonly expiresBeforeMs: number;
  /** Position at which the previous page ended; undefined for the first page. */
  readonly after: ApprovalPosition | undefined;
}

/** A place in the list. */
export type ApprovalPosition = Pick<ApprovalRequest, 'createdMs' | 'id'>;

/** Stores a new request. A conflict `exists` when its public id is taken, or another request for the same act is open. */
export interface InsertApprovalRequest extends Write {
  readonly op: 'approval-request.insert';
  readonly request: ApprovalRequest;
}

/** Ends a request, or notes that something was decided, while it has `expectedVersion`. */
export interface UpdateApprovalRequest extends Write {
  readonly op: 'approval-request.update';
  readonly id: number;
  readonly expectedVersion: number;
  readonly status: ApprovalStatus;
  /** Kept while the request waits. */
  readonly openActKey: string | undefined;
  /** As it was, but for a verifier that is forgotten. */
  readonly act: JsonObject;
}

/** Stores a decision. One administrator decides on a partition of a step once. */
export interface InsertApprovalDecision extends Write {
  readonly op: 'approval-decision.insert';
  readonly decision: ApprovalDecision;
}

/** The write that gives a request a status. As long as it waits, its act stays taken and keeps its password verifier. */
export function statusChange(request: ApprovalRequest, status: ApprovalStatus): UpdateApprovalRequest {
  const { id, actKey, act, version } = request;
  const rest =
    status === 'WAITING_FOR_APPROVAL'
      ? { openActKey: actKey, act }
      : { openActKey: undefined, act: withoutVerifier(act) };
  return { op: 'approval-request.update', id, expectedVersion: version, status, ...rest };
}

/** The write that takes the verifier from a request that has ended, be it by the clock alone, and leaves the rest as it is. */
export function verifierRemoval(request: ApprovalRequest): UpdateApprovalRequest {
  return { ...statusChange(request, request.status), act: withoutVerifier(request.act) };
}
