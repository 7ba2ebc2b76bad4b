import { ForgetVerifiers, type ForgetVerifiersDeps } from './forget-verifiers.ts';
import { ProcessApproval, type ProcessApprovalDeps } from './process-approval.ts';
import { ReadApprovals } from './read-approvals.ts';
import { SearchApprovals } from './search-approvals.ts';

/** Constructs the use cases on requests for approval, and their task. */
export function approvalsModule(deps: ProcessApprovalDeps & ForgetVerifiersDeps) {
  return {
    readApprovals: new ReadApprovals(deps),
    searchApprovals: new SearchApprovals(deps),
    processApproval: new ProcessApproval(deps),
    forgetVerifiers: new ForgetVerifiers(deps),
  };
}
