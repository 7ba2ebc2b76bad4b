/** The use cases on requests for approval in the form in which the CA REST interface asks for them. */
import { AttributeType, DistinguishedName } from '@sealwright/pki';
import type { ApprovalServices } from '../http/index.ts';
import type { Installation } from './installation.ts';

/** Connects `v1/approval` to an installation. */
export function approvalServices({
  readApprovals,
  searchApprovals,
  processApproval,
}: Installation['approvals']): ApprovalServices {
  return {
    status: (administrator, requestId) => readApprovals.status(administrator, requestId),
    get: (administrator, requestId) => readApprovals.get(administrator, requestId),
    async search(administrator, criteria) {
      const found = await searchApprovals.search(administrator, criteria);
      return found.map((each) => ({ ...each, requestedBy: commonNameOf(each.requestedBy) }));
    },
    async process(administrator, requestId, decision) {
      await processApproval.process(administrator, requestId, decision);
      return readApprovals.get(administrator, requestId);
    },
  };
}

/** What clients show of who asked; the whole subject where it has no common name. */
function commonNameOf(subject: string): string {
  return DistinguishedName.parse(subject).values(AttributeType.commonName)[0] ?? subject;
}
