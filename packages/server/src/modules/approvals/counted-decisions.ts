/** Validity of earlier approvals at the moment of another decision, or of the execution. */
import { Certificate } from '@sealwright/pki';
import type { AccessControl, CertificateAdministrator } from '../access/index.ts';
import type { ApprovalDecision, ApprovalVoter, ListedRequest } from './approval-request.ts';
import { rightsToDecide } from './approval-rights.ts';
import { mayDecide } from './open-step.ts';

/** A decision with its validity. */
export interface CountedDecision extends ApprovalDecision {
  readonly counts: boolean;
}

/**
 * Determines which decisions count: those of people who could still make them. An approval stops counting when its voter loses the role, the
 * rights or the certificate, and counts again once they are restored.
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
