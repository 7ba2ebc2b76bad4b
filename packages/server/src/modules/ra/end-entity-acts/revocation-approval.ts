/** The approval that the revocation of an end entity needs: that of its CA, or of a CA that has issued one of its certificates. */
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

/** Why, and whether the end entity is to be removed with it. */
export interface EndEntityRevocation {
  readonly reason: RevocationReason;
  readonly removes: boolean;
}

/** A revocation as it is kept. */
export interface StoredRevocation extends EndEntityRevocation {
  readonly username: string;
  readonly endEntityId: number;
  /** The CA whose approval was asked for, by document id; that of the end entity in requests of earlier releases. */
  readonly approvalCaId?: number;
}

/** The approval of a CA. */
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
 * Finds the approval that is needed for the end entity and the certificates, whose CAs and profiles may be other ones.
 *
 * @throws {@link SeveralApprovalsError} where more than one is needed: a request is decided on by the approvers of one CA
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

/** Describes the revocation to those who decide. */
export async function revocationToApprove(
  { authorities, configuration }: RevocationApprovalDeps,
  { id, username, subjectDn, email }: EndEntity,
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
      ...(email === undefined ? {} : { email }),
      ...(profile === undefined ? {} : { end_entity_profile_name: profile.name }),
      reason,
    },
    act: { ...act },
  };
}
