import type { Write } from '../../kernel/unit-of-work.ts';
import type { JsonObject } from '../../kernel/canonical-json.ts';
import type { ApprovalDecision, ApprovalRequest, ApprovalStatus, ListedRequest } from './approval-request.ts';
import { withoutVerifier } from './ended-act.ts';

/** Reads requests and decisions. */
export interface ApprovalStore {
  /** Finds a request by its public number. */
  findRequest(publicId: number): Promise<ApprovalRequest | undefined>;
  /** Finds the open request for an act: one that waits, or has expired without its status having been updated. */
  findOpenRequest(actKey: string): Promise<ApprovalRequest | undefined>;
  /** Lists requests, newest first, at most `limit`. */
  listRequests(query: ApprovalQuery, limit: number): Promise<readonly ListedRequest[]>;
  /** Lists the decisions on the requests with these internal ids, oldest first. */
  listDecisions(requestIds: readonly number[]): Promise<readonly ApprovalDecision[]>;
}

/** Criteria, all of which must hold. Times are milliseconds since 1970. */
export interface ApprovalQuery {
  readonly status: ApprovalStatus;
  readonly createdFromMs: number;
  /** Latest time of the request, exclusive. */
  readonly createdBeforeMs: number;
  /** Earliest time of expiry. */
  readonly expiresFromMs: number;
  /** Latest time of expiry, exclusive. */
  readonly expiresBeforeMs: number;
  /** Position at which the previous page ended; undefined for the first page. */
  readonly after: ApprovalPosition | undefined;
}

/** A position in the list. */
export type ApprovalPosition = Pick<ApprovalRequest, 'createdMs' | 'id'>;

/** Stores a new request. Its conflict is `exists` if the public id is taken or another request for the same act is open. */
export interface InsertApprovalRequest extends Write {
  readonly op: 'approval-request.insert';
  readonly request: ApprovalRequest;
}

/** Ends a request or records a decision, on condition that its version is `expectedVersion`. */
export interface UpdateApprovalRequest extends Write {
  readonly op: 'approval-request.update';
  readonly id: number;
  readonly expectedVersion: number;
  readonly status: ApprovalStatus;
  /** Kept while the request waits. */
  readonly openActKey: string | undefined;
  /** Unchanged, except that a password verifier may be removed. */
  readonly act: JsonObject;
}

/** Stores a decision. An administrator decides at most once on a partition of a step. */
export interface InsertApprovalDecision extends Write {
  readonly op: 'approval-decision.insert';
  readonly decision: ApprovalDecision;
}

/** Returns the write that sets the status of a request. While it waits, no other request for its act is possible, and its password verifier is kept. */
export function statusChange(request: ApprovalRequest, status: ApprovalStatus): UpdateApprovalRequest {
  const { id, actKey, act, version } = request;
  const rest =
    status === 'WAITING_FOR_APPROVAL'
      ? { openActKey: actKey, act }
      : { openActKey: undefined, act: withoutVerifier(act) };
  return { op: 'approval-request.update', id, expectedVersion: version, status, ...rest };
}

/** Returns the write that removes only the password verifier of a request that has ended or expired. */
export function verifierRemoval(request: ApprovalRequest): UpdateApprovalRequest {
  return { ...statusChange(request, request.status), act: withoutVerifier(request.act) };
}
