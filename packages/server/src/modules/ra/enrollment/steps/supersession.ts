/** Certificates that are superseded when their end entity gets a new one. */
import { type AccessControl, actorOf, Resource } from '../../../access/index.ts';
import type { SupersedeCertificates, Supersession } from '../../../ca/index.ts';
import type { EnrollmentInPlace } from './draft-end-entity.ts';

export interface SupersessionDeps {
  readonly access: AccessControl;
  readonly supersession: SupersedeCertificates;
}

/**
 * Finds the certificates superseded by the new one, and plans their revocation, which requires access to their CAs.
 *
 * @throws AccessDeniedError
 */
export async function planSupersession(
  { access, supersession }: SupersessionDeps,
  { administrator, certificateProfile, existing }: EnrollmentInPlace,
): Promise<Supersession> {
  const isOnlyOne = existing !== undefined && certificateProfile.value.singleActiveCertificate;
  const superseded = isOnlyOne ? await supersession.plan(existing.id, actorOf(administrator)) : NOTHING_SUPERSEDED;
  await access.requireRole(administrator, ...superseded.revoked.map(({ authority: { id } }) => Resource.ca(id)));
  return superseded;
}

export const NOTHING_SUPERSEDED: Supersession = { writes: [], entries: [], revoked: [] };
