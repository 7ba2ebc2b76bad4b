/** Approvals as they count at the moment in which others decide, or something is done. */
import { Certificate } from '@sealwright/pki';
import type { AccessControl, CertificateAdministrator } from '../access/index.ts';
import type { ApprovalDecision, ApprovalVoter, ListedRequest } from './approval-request.ts';
import { rightsToDecide } from './approval-rights.ts';
import { mayDecide } from './open-step.ts';

/** A decision, and whether it counts. */
export interface CountedDecision extends ApprovalDecision {
  readonly counts: boolean;
}

/**
 * Finds out which decisions count: those of people who could still make them. An approval does not survive the role, the rights or the
 * certificate of its voter. It counts again when they have them again.
 */
export async function countedDecisions(
  access: AccessControl,
  request: ListedRequest,
  decisions: readonly ApprovalDecision[],
): Promise<readonly CountedDecision[]> {
  const counted: CountedDecision[] = [];
  for (const decision of decisions) counted.push({ ...decision, counts: await counts(access, request, decision) });
  return counted;
}

async function counts(
  access: AccessControl,
  request: ListedRequest,
  { stepIdentifier, partitionIdentifier, voter }: ApprovalDecision,
): Promise<boolean> {
  // Earlier releases stored no certificate.
  if (voter === undefined) return true;
  const step = request.profile.steps.find(({ identifier }) => identifier === stepIdentifier);
  const partition = step?.partitions.find(({ identifier }) => identifier === partitionIdentifier);
  if (partition === undefined) return false;
  const administrator = administratorOf(voter);
  if (!(await access.isStillAuthorized(administrator, ...rightsToDecide(request)))) return false;
  return mayDecide(partition, await access.roleIdsOf(administrator));
}

function administratorOf({ certificate, issuerCaId }: ApprovalVoter): CertificateAdministrator {
  return { kind: 'certificate', certificate: Certificate.parse(certificate), issuerCaId, remoteAddress: '' };
}
