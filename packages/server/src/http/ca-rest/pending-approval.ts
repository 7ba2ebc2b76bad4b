import type { FastifyRequest } from 'fastify';
import type { PendingApproval } from '../../modules/approvals/index.ts';
import { type GeneratedCredentials, generatedBody } from './generated-credentials.ts';
import { CA_REST_PREFIX } from './prefix.ts';

/** Acts that wait for approval. They decide the text, and whether the client can finalize them. */
export type PendingAct =
  | 'enrollment'
  | 'addition'
  | 'edit'
  | 'end-entity'
  | 'key-recovery'
  | 'revocation'
  | 'ca-activation';

/**
 * The 202 answer for an act that now waits for approval.
 *
 * The link is an address that works, under the host that the client itself used; it stands only where `finalize` follows.
 */
export function pendingApprovalBody(
  { requestId, ...generated }: PendingApproval & GeneratedCredentials,
  act: PendingAct,
  request: FastifyRequest,
) {
  const link = `${request.protocol}://${request.host}${CA_REST_PREFIX}/v1/certificate/${requestId}/finalize`;
  return {
    status_code: 202 as const,
    info_message: INFO[act],
    ...(LINKED.has(act) ? { link } : {}),
    request_id: requestId,
    ...generatedBody(generated),
  };
}

const LINKED: ReadonlySet<PendingAct> = new Set(['enrollment', 'addition', 'edit']);

const INFO: Record<PendingAct, string> = {
  enrollment: 'Add Entity request has been added for approval by authorized administrators.',
  addition: 'Add Entity request has been added for approval by authorized administrators.',
  edit: 'Edit Entity request has been added for approval by authorized administrators.',
  'end-entity': 'Edit Entity request has been added for approval by authorized administrators.',
  'key-recovery': 'Key recovery has been sent for approval by authorized administrators.',
  revocation: 'Revocation has been sent for approval by authorized administrators.',
  'ca-activation': 'CA activation has been sent for approval by authorized administrators.',
};
