import type { FastifyRequest } from 'fastify';
import type { ApprovalRequestType, PendingApproval } from '../../modules/approvals/index.ts';
import { type GeneratedCredentials, generatedBody } from './generated-credentials.ts';
import { CA_REST_PREFIX } from './prefix.ts';

/**
 * The 202 answer for an act that now waits for approval.
 *
 * The link is an address that works, under the host that the client itself used; it stands only where `finalize` follows.
 */
export function pendingApprovalBody(
  { requestId, type, ...generated }: PendingApproval & GeneratedCredentials,
  request: FastifyRequest,
) {
  const link = `${request.protocol}://${request.host}${CA_REST_PREFIX}/v1/certificate/${requestId}/finalize`;
  return {
    status_code: 202 as const,
    info_message: INFO[type],
    ...(LINKED.has(type) ? { link } : {}),
    request_id: requestId,
    ...generatedBody(generated),
  };
}

const LINKED: ReadonlySet<ApprovalRequestType> = new Set(['ADD_END_ENTITY', 'EDIT_END_ENTITY']);

const EDIT = 'Edit Entity request has been added for approval by authorized administrators.';
const REVOCATION = 'Revocation has been sent for approval by authorized administrators.';
const INFO: Record<ApprovalRequestType, string> = {
  ADD_END_ENTITY: 'Add Entity request has been added for approval by authorized administrators.',
  EDIT_END_ENTITY: EDIT,
  CHANGE_STATUS: EDIT,
  KEY_RECOVERY: 'Key recovery has been sent for approval by authorized administrators.',
  REVOKE_END_ENTITY: REVOCATION,
  REVOKE_AND_DELETE_END_ENTITY: REVOCATION,
  REVOKE_CERTIFICATE: REVOCATION,
  ACTIVATE_CA: 'CA activation has been sent for approval by authorized administrators.',
};
