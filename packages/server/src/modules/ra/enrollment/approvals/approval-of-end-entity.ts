/** The approval that an end entity needs before it is made, or becomes what it is to be. */
import type { NeededApproval } from '../../../approvals/index.ts';
import { type Authorities, neededApproval } from '../../../ca/index.ts';
import type { Configuration } from '../../../configuration/index.ts';
import type { EndEntity } from '../../end-entities/index.ts';

export interface ApprovalOfEndEntityDeps {
  readonly authorities: Authorities;
  readonly configuration: Configuration;
}

/** The approval of a CA, and the profile that approvers need rights to. */
export interface ApprovalOfEndEntity {
  readonly caId: number;
  readonly caName: string;
  readonly endEntityProfileId: number;
  readonly approval: NeededApproval;
}

/** Where an end entity is to be, and the end entity as it is. */
interface Move {
  readonly authority: { readonly id: number };
  readonly certificateProfile: { readonly id: number };
  readonly endEntityProfile: { readonly id: number };
  readonly existing: EndEntity | undefined;
}

/**
 * Finds the approval of what the end entity is to be, or else of what it is: nobody takes one from a CA where others have to approve to
 * one where nobody has to.
 *
 * @returns undefined when none is needed
 */
export async function approvalOfEndEntity(
  { authorities, configuration }: ApprovalOfEndEntityDeps,
  { authority, certificateProfile, endEntityProfile, existing }: Move,
): Promise<ApprovalOfEndEntity | undefined> {
  const target = {
    caId: authority.id,
    certificateProfileId: certificateProfile.id,
    endEntityProfileId: endEntityProfile.id,
  };
  for (const { caId, certificateProfileId, endEntityProfileId } of existing === undefined
    ? [target]
    : [target, existing]) {
    const ca = await authorities.findById(caId);
    const approval = ca && (await neededApproval('addEditEndEntity', ca, certificateProfileId, configuration));
    if (approval !== undefined) return { caId, caName: ca!.name, endEntityProfileId, approval };
  }
  return undefined;
}
