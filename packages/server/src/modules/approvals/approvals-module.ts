import { ProcessApproval, type ProcessApprovalDeps } from './process-approval.ts';
import { ReadApprovals } from './read-approvals.ts';
import { SearchApprovals } from './search-approvals.ts';

/** Constructs the use cases on requests for approval. */
export function approvalsModule(deps: ProcessApprovalDeps) {
  return {
    readApprovals: new ReadApprovals(deps),
    searchApprovals: new SearchApprovals(deps),
    processApproval: new ProcessApproval(deps),
  };
}
