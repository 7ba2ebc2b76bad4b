/** Approval required before an end entity is added or changed. */
import type { NeededApproval } from '../../../approvals/index.ts';
import { type Authorities, neededApproval } from '../../../ca/index.ts';
import type { Configuration } from '../../../configuration/index.ts';
import type { EndEntity } from '../../end-entities/index.ts';

export interface ApprovalOfEndEntityDeps {
  readonly authorities: Authorities;
  readonly configuration: Configuration;
}

/** The approval required by a CA, and the profile to which approvers need rights. */
export interface ApprovalOfEndEntity {
  readonly caId: number;
  readonly caName: string;
  readonly endEntityProfileId: number;
  readonly approval: NeededApproval;
}

/** An end entity, and its target CA and profiles. */
interface Move {
  readonly authority: { readonly id: number };
  readonly certificateProfile: { readonly id: number };
  readonly endEntityProfile: { readonly id: number };
  readonly existing: EndEntity | undefined;
}

/**
 * Finds the approval required for the target of the end entity, or else for its present CA and profiles, so that nobody can move it from a CA that
 * requires approval to one that does not.
 *
 * @returns undefined if none is required
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
