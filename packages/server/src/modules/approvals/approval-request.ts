/** Something that an administrator wants done and that waits until others have approved it. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import type { ApprovalProfile } from './approval-profile.ts';

/** Stored statuses of a request, with the numbers that other programs know. Expiry may follow from the clock alone. */
export const APPROVAL_STATUSES = {
  WAITING_FOR_APPROVAL: -1,
  /** Expired, and another request for the same act has come after it. */
  EXPIRED: -3,
  /** Approved, and done. */
  EXECUTED: -5,
  /** Approved, and could not be done. */
  EXECUTION_FAILED: -6,
  /** Rejected, so it was not done. */
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
  /** Key of the act; another request for the same act must wait until this one no longer does. */
  readonly actKey: string;
  /** The CA that is concerned, by document id. */
  readonly caId: number;
  /** The end entity profile that is concerned, by document id. */
  readonly endEntityProfileId: number | undefined;
  readonly requester: ApprovalRequester;
  /** The rules as they were when it was made. */
  readonly profile: ApprovalProfile;
  /** Data shown to those who decide. Never a secret. */
  readonly shown: ShownData;
  /** Data that the execution needs, in the form of its module. Never a secret. */
  readonly act: JsonObject;
  readonly createdMs: number;
  /** The first moment at which it has expired. */
  readonly expiresMs: number;
  readonly version: number;
}

/** All but what executing it needs, which may be large: lists are read without it. */
export type ListedRequest = Omit<ApprovalRequest, 'act'>;

/** Requester, as whom the act is executed in the end. */
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

/** Facts of a request as texts, by the names that they have in the CA REST interface. */
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
  /** Undefined of the program and its host, and of what an earlier release has recorded. */
  readonly voter: ApprovalVoter | undefined;
}

/** The credential that somebody decided with. */
export interface ApprovalVoter {
  /** DER. */
  readonly certificate: Uint8Array;
  /** The CA that issued it, by document id. */
  readonly issuerCaId: number;
}

/** Returns whether it still waits. One that has expired does not, whatever is stored. */
export function isWaiting({ status, expiresMs }: ListedRequest, nowMs: number): boolean {
  return status === 'WAITING_FOR_APPROVAL' && nowMs < expiresMs;
}

/** Returns the status of a request at a moment: no process must notice that it has expired. */
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
