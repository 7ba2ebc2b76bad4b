/** What every enrollment writes beside its certificate. */
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { CertificateAuthority, InsertCertificate, Supersession } from '../../ca/index.ts';
import type { ClaimKey, ClaimName, EndEntity, InsertEndEntity, UpdateEndEntity } from '../end-entities/end-entity.ts';

/** Adds the end entity, or changes it into what it is to be. */
export function endEntityWrites(endEntity: EndEntity, existing: EndEntity | undefined): readonly Write[] {
  const write: InsertEndEntity | UpdateEndEntity =
    existing === undefined
      ? { op: 'end-entity.insert', endEntity }
      : { op: 'end-entity.update', endEntity, expectedVersion: existing.version };
  return [write];
}

/** Takes the key and the subject for the end entity, as far as the CA wants them to be one user's. */
export function claims(
  { id, settings }: Pick<CertificateAuthority, 'id' | 'settings'>,
  { certificate }: InsertCertificate,
  endEntityId: number,
): readonly Write[] {
  const { publicKeySha256, subjectKey } = certificate;
  const claimed: (ClaimKey | ClaimName)[] = [];
  if (settings.enforceUniquePublicKeys) claimed.push({ op: 'key.claim', caId: id, publicKeySha256, endEntityId });
  if (settings.enforceUniqueSubjects) claimed.push({ op: 'name.claim', caId: id, subjectKey, endEntityId });
  return claimed;
}

export const NOTHING_SUPERSEDED: Supersession = { writes: [], entries: [], revoked: [] };
