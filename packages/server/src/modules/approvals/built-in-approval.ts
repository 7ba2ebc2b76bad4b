/** Approvals that are needed where no approval profile is set. */
import type { ApprovalProfile } from './approval-profile.ts';

/** Rules of an approval that no document holds. */
export interface BuiltInApproval {
  /** As audit records have it. */
  readonly name: string;
  readonly profile: ApprovalProfile;
}

/** Two administrators who may approve for the end entity, beside the one who asks; within 8 hours, as approval profiles have it by default. */
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
