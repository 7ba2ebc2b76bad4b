import { Resource } from '../access/index.ts';
import { approvalProfileType } from '../approvals/index.ts';
import { administeredType } from './administered-type.ts';

const { viewApprovalProfiles: view, editApprovalProfiles: edit } = Resource.caFunctionality;

/** How approval profiles are administered. Declared here, since `approvals` knows nothing of administration. */
export const approvalProfileAdministration = administeredType(approvalProfileType, {
  rights: {
    view: () => [[view], [edit]],
    create: () => [edit],
    change: () => [edit],
    remove: () => [edit],
  },
  sameRightsForAll: true,
  events: {
    created: 'APPROVAL_PROFILE_ADD',
    changed: 'APPROVAL_PROFILE_EDIT',
    renamed: 'APPROVAL_PROFILE_RENAME',
    removed: 'APPROVAL_PROFILE_REMOVE',
  },
});
