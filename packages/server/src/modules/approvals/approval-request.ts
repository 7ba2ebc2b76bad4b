/** A request for approval: an act of an administrator that waits until others have approved it. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import type { ApprovalProfile } from './approval-profile.ts';

/** Stored statuses of a request, with the numbers that other programs know. Expiry may follow from the clock alone. */
export const APPROVAL_STATUSES = {
  WAITING_FOR_APPROVAL: -1,
  /** Expired and replaced by another request for the same act. */
  EXPIRED: -3,
  /** Approved and executed. */
  EXECUTED: -5,
  /** Approved, but the execution failed. */
  EXECUTION_FAILED: -6,
  /** Rejected. */
  EXECUTION_DENIED: -7,
} as const;

export type ApprovalStatus = keyof typeof APPROVAL_STATUSES;

/** Status of a request in the words of the CA REST interface. */
export type PublicApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

/** Types of requests, with the numbers and names that other programs know. */
export const APPROVAL_REQUEST_TYPES = {
  ADD_END_ENTITY: { code: 2, title: 'Add End Entity', concerns: 'end-entity' },
  EDIT_END_ENTITY: { code: 3, title: 'Edit End Entity', concerns: 'end-entity' },
  CHANGE_STATUS: { code: 4, title: 'Change Status of End Entity', concerns: 'end-entity' },
  KEY_RECOVERY: { code: 5, title: 'Key Recovery', concerns: 'end-entity' },
  REVOKE_END_ENTITY: { code: 7, title: 'Revoke End Entity', concerns: 'end-entity' },
  REVOKE_AND_DELETE_END_ENTITY: { code: 8, title: 'Revoke and Delete End Entity', concerns: 'end-entity' },
  REVOKE_CERTIFICATE: { code: 9, title: 'Revoke Certificate', concerns: 'end-entity' },
  ACTIVATE_CA: { code: 10, title: 'Activate CA Token', concerns: 'ca' },
} as const satisfies Record<
  string,
  { readonly code: number; readonly title: string; readonly concerns: 'end-entity' | 'ca' }
>;

export type ApprovalRequestType = keyof typeof APPROVAL_REQUEST_TYPES;

/** A request as stored. */
export interface ApprovalRequest {
  readonly id: number;
  /** The number that clients know it by: positive, of 31 bits. */
  readonly publicId: number;
  readonly type: ApprovalRequestType;
  readonly status: ApprovalStatus;
  /** Key of the act. There is no second request for the same act while this one waits. */
  readonly actKey: string;
  /** Document id of the CA concerned. */
  readonly caId: number;
  /** Document id of the end entity profile concerned. */
  readonly endEntityProfileId: number | undefined;
  readonly requester: ApprovalRequester;
  /** The approval rules at the time of the request. */
  readonly profile: ApprovalProfile;
  /** Data shown to the deciding administrators. Never a secret. */
  readonly shown: ShownData;
  /** Data for the execution, in the format of the act's module. Never a secret. */
  readonly act: JsonObject;
  readonly createdMs: number;
  /** Time of expiry. */
  readonly expiresMs: number;
  readonly version: number;
}

/** A request without the data for its execution, which may be large and lists do not need. */
export type ListedRequest = Omit<ApprovalRequest, 'act'>;

/** The requester, in whose name the act is executed. */
export interface ApprovalRequester {
  /** See {@link identityOf}. */
  readonly identity: string;
  /** The subject of the certificate. */
  readonly name: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** The CA that issued it, by document id. */
  readonly issuerCaId: number;
  readonly remoteAddress: string;
}

/** Facts about a request as texts, by their names in the CA REST interface. */
export type ShownData = Readonly<Partial<Record<ShownMember, string>>>;

/** Which facts there are. */
export type ShownMember =
  | 'end_entity_name'
  | 'ca_name'
  | 'ca_id'
  | 'issuer_dn'
  | 'subject_dn'
  | 'subject_alternative_name'
  | 'serial_number'
  | 'email'
  | 'certificate_profile_name'
  | 'end_entity_profile_name'
  | 'key_algorithm'
  | 'certificate_extension_data'
  | 'token'
  | 'reason'
  | 'revocation_date'
  | 'invalidity_date';

/** A moment as requests show it. @param seconds - since 1970 */
export function shownTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Decision of an administrator on a partition of a step. */
export interface ApprovalDecision {
  readonly id: number;
  /** The request, by its internal id. */
  readonly requestId: number;
  readonly stepIdentifier: number;
  readonly partitionIdentifier: number;
  readonly approved: boolean;
  /** See {@link identityOf}. */
  readonly identity: string;
  /** The subject of the certificate. */
  readonly administrator: string;
  readonly comment: string;
  /** The form as it was filled in, by label. */
  readonly values: Readonly<Record<string, string>>;
  readonly timeMs: number;
  /** Undefined for the program and its host, and for decisions recorded by an earlier release. */
  readonly voter: ApprovalVoter | undefined;
}

/** The credential of an administrator who decided. */
export interface ApprovalVoter {
  /** DER. */
  readonly certificate: Uint8Array;
  /** The CA that issued it, by document id. */
  readonly issuerCaId: number;
}

/** Returns whether the request still waits. An expired one does not, whatever its stored status. */
export function isWaiting({ status, expiresMs }: ListedRequest, nowMs: number): boolean {
  return status === 'WAITING_FOR_APPROVAL' && nowMs < expiresMs;
}

/** Returns the status of a request at a moment. Expiry follows from the clock; no process needs to record it. */
export function publicStatusOf(request: ListedRequest, nowMs: number): PublicApprovalStatus {
  if (request.status === 'WAITING_FOR_APPROVAL' && !isWaiting(request, nowMs)) return 'EXPIRED';
  return PUBLIC_STATUSES[request.status];
}

const PUBLIC_STATUSES: Readonly<Record<ApprovalStatus, PublicApprovalStatus>> = {
  WAITING_FOR_APPROVAL: 'PENDING',
  EXPIRED: 'EXPIRED',
  EXECUTED: 'APPROVED',
  EXECUTION_FAILED: 'REJECTED',
  EXECUTION_DENIED: 'REJECTED',
};
