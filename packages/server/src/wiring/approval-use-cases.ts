/** The use cases on requests for approval, and what is done once a request is approved. */
import { ProcessApproval, ReadApprovals, SearchApprovals } from '../modules/approvals/index.ts';
import type { CaActivation, RevokeCertificate } from '../modules/ca/index.ts';
import type { ApprovedEnrollment } from '../modules/ra/index.ts';
import type { Deps } from './deps.ts';

/** What they are made of, beside one another. */
type ApprovalUseCaseDeps = Omit<
  Deps<typeof ProcessApproval> & Deps<typeof ReadApprovals> & Deps<typeof SearchApprovals>,
  'acts'
> & {
  readonly caActivation: CaActivation;
  readonly approvedEnrollment: ApprovedEnrollment;
  readonly revokeCertificate: RevokeCertificate;
};

/** Constructs them. An act that can be approved is registered here with what plans it. */
export function approvalUseCases(deps: ApprovalUseCaseDeps) {
  const { approvedEnrollment, caActivation, revokeCertificate } = deps;
  return {
    readApprovals: new ReadApprovals(deps),
    searchApprovals: new SearchApprovals(deps),
    processApproval: new ProcessApproval({
      ...deps,
      acts: {
        ADD_END_ENTITY: (requester, request) => approvedEnrollment.plan(requester, request),
        EDIT_END_ENTITY: (requester, request) => approvedEnrollment.plan(requester, request),
        ACTIVATE_CA: (requester, request) => caActivation.planApprovedActivation(requester, request),
        REVOKE_CERTIFICATE: (requester, request) => revokeCertificate.planApprovedRevocation(requester, request),
      },
    }),
  };
}
