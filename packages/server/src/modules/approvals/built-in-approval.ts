/** Approvals that are required without an approval profile. */
import type { ApprovalProfile } from './approval-profile.ts';

/** Approval rules that do not come from a document. */
export interface BuiltInApproval {
  /** Name in audit records. */
  readonly name: string;
  readonly profile: ApprovalProfile;
}

/** Two administrators, other than the requester, with the right to approve for the end entity, within 8 hours (the default of approval profiles). */
export const TWO_ADMINISTRATORS: BuiltInApproval = {
  name: 'built in: two administrators',
  profile: {
    kind: 'accumulative',
    requestLifetimeSeconds: 28_800,
    steps: [
      {
        identifier: 0,
        partitions: [
          { identifier: 0, title: '', requiredApprovals: 2, approvers: 'anybody', viewers: [], properties: [] },
        ],
      },
    ],
  },
};
