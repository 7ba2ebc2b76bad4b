/** Approval required for revoking an end entity: that of its CA, or of a CA that issued one of its certificates. */
import type { ActToApprove, NeededApproval } from '../../approvals/index.ts';
import {
  type Authorities,
  type CertificateRecord,
  getById,
  neededApproval,
  type RevocationReason,
} from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { endEntityProfileType } from '../../profiles/index.ts';
import type { EndEntity } from '../end-entities/index.ts';
import { SeveralApprovalsError } from '../errors/index.ts';

/** Reason of the revocation, and whether the end entity is removed with it. */
export interface EndEntityRevocation {
  readonly reason: RevocationReason;
  readonly removes: boolean;
}

/** A stored revocation request. */
export interface StoredRevocation extends EndEntityRevocation {
  readonly username: string;
  readonly endEntityId: number;
  /** Id of the CA whose approval was requested; absent in requests of earlier releases, where it is the end entity's CA. */
  readonly approvalCaId?: number;
}

/** Approval required by a CA. */
export interface ApprovalOfCa {
  readonly caId: number;
  readonly endEntityProfileId: number;
  readonly approval: NeededApproval;
}

export interface RevocationApprovalDeps {
  readonly authorities: Authorities;
  readonly configuration: Configuration;
}

/**
 * Finds the approval required for the end entity and its certificates, which may have other CAs and profiles.
 *
 * @throws {@link SeveralApprovalsError} if more than one is required, since a request is decided by the approvers of one CA
 */
export async function approvalOfRevocation(
  { authorities, configuration }: RevocationApprovalDeps,
  endEntity: EndEntity,
  records: readonly CertificateRecord[],
): Promise<ApprovalOfCa | undefined> {
  const looked = new Set<string>();
  const needed = new Map<string, ApprovalOfCa>();
  const names = new Set<string>();
  for (const { caId, certificateProfileId, endEntityProfileId } of [endEntity, ...records]) {
    const key = `${caId} ${certificateProfileId}`;
    if (looked.has(key)) continue;
    looked.add(key);
    const authority = await getById(authorities, caId);
    const approval = await neededApproval('revocation', authority, certificateProfileId, configuration);
    if (approval === undefined) continue;
    const which = `${caId} ${typeof approval === 'number' ? approval : approval.name}`;
    if (!needed.has(which)) needed.set(which, { caId, endEntityProfileId, approval });
    names.add(authority.name);
  }
  if (needed.size > 1) throw new SeveralApprovalsError(endEntity.username, [...names]);
  return needed.values().next().value;
}

/** Describes the revocation for approvers. */
export async function revocationToApprove(
  { authorities, configuration }: RevocationApprovalDeps,
  { id, username, subjectDn, subjectAltName, email }: EndEntity,
  { reason, removes }: EndEntityRevocation,
  { caId, endEntityProfileId }: ApprovalOfCa,
): Promise<ActToApprove> {
  const profile = await configuration.findById(endEntityProfileType, endEntityProfileId);
  const act: StoredRevocation = { username, endEntityId: id, reason, removes, approvalCaId: caId };
  return {
    type: removes ? 'REVOKE_AND_DELETE_END_ENTITY' : 'REVOKE_END_ENTITY',
    subject: username,
    caId,
    endEntityProfileId,
    shown: {
      end_entity_name: username,
      ca_name: (await getById(authorities, caId)).name,
      subject_dn: subjectDn,
      ...(subjectAltName === undefined ? {} : { subject_alternative_name: subjectAltName }),
      ...(email === undefined ? {} : { email }),
      ...(profile === undefined ? {} : { end_entity_profile_name: profile.name }),
      reason,
    },
    act: { ...act },
  };
}
