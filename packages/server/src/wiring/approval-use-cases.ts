/** The use cases on requests for approval, and what is done once a request is approved. */
import { ProcessApproval, ReadApprovals, SearchApprovals } from '../modules/approvals/index.ts';
import type { CaService, RevokeCertificate } from '../modules/ca/index.ts';

type Deps<T extends abstract new (deps: never) => unknown> = ConstructorParameters<T>[0];

/** What they are made of, beside one another. */
type ApprovalUseCaseDeps = Omit<
  Deps<typeof ProcessApproval> & Deps<typeof ReadApprovals> & Deps<typeof SearchApprovals>,
  'acts'
> & { readonly caService: CaService; readonly revokeCertificate: RevokeCertificate };

/** Constructs them. An act that can be approved is registered here with what plans it. */
export function approvalUseCases(deps: ApprovalUseCaseDeps) {
  const { caService, revokeCertificate } = deps;
  return {
    readApprovals: new ReadApprovals(deps),
    searchApprovals: new SearchApprovals(deps),
    processApproval: new ProcessApproval({
      ...deps,
      acts: {
        ACTIVATE_CA: (requester, act) => caService.planApprovedActivation(requester, act),
        REVOKE_CERTIFICATE: (requester, act) => revokeCertificate.planApprovedRevocation(requester, act),
      },
    }),
  };
}
