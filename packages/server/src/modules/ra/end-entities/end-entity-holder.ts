/** Holders of end entities, which this installation enrolls automatically. Such enrollments must not end certificates of others. */
import { type Certificate, compareBytes } from '@sealwright/pki';
import type { CertificateStore } from '../../ca/index.ts';
import type { EndEntity } from './end-entity.ts';
import type { ExtendedInformation } from './extended-information.ts';
import { EndEntityOfOthersError } from '../errors/index.ts';

/** A part of this installation, such as a worker, for which an end entity is kept. */
export interface EndEntityHolder {
  /** Id of its document. */
  readonly id: number;
  /** Certificate of one of its keys; undefined if it has none. */
  readonly certificate: Certificate | undefined;
  /** Tells whether it succeeds the holder with that id, which no longer exists. */
  succeeds(id: number): Promise<boolean>;
}

/** An end entity that its holder enrolls again. */
export interface HeldEndEntity {
  readonly endEntity: EndEntity;
  readonly holder: EndEntityHolder;
  /** True if the new certificate supersedes the others. */
  readonly supersedes: boolean;
  /** Seconds since 1970. */
  readonly now: number;
}

/**
 * Tells whether all certificates of an end entity were issued to the holder, which may then mark it as its own.
 *
 * An end entity without a mark was enrolled by somebody else, and belongs to the holder only as far as the holder has one of its certificates.
 *
 * @throws {@link EndEntityOfOthersError} if it belongs to somebody else, or certificates of others would be superseded
 */
export async function isHeldAlone(
  certificates: Pick<CertificateStore, 'findActiveOfEndEntity' | 'findCertificate'>,
  { endEntity, holder, supersedes, now }: HeldEndEntity,
): Promise<boolean> {
  const { username } = endEntity;
  const marked = holderOf(endEntity);
  if (marked !== undefined) {
    if (marked === holder.id || (await holder.succeeds(marked))) return true;
    throw new EndEntityOfOthersError(username);
  }
  const { certificate } = holder;
  const record = certificate && (await certificates.findCertificate(endEntity.caId, certificate.serialNumber));
  if (record?.endEntityId !== endEntity.id || compareBytes(record.der, certificate!.der) !== 0)
    throw new EndEntityOfOthersError(username);
  const active = await certificates.findActiveOfEndEntity(endEntity.id, now, 2);
  const others = active.some(({ id }) => id !== record.id);
  if (others && supersedes) throw new EndEntityOfOthersError(username);
  return !others;
}

/** Returns the id of the holder for which an end entity is marked; undefined without a mark. */
export function holderOf({ extended }: Pick<EndEntity, 'extended'>): number | undefined {
  return extended.holder;
}

/** Marks an end entity as the holder's. */
export function heldBy(endEntity: EndEntity, { id }: EndEntityHolder): EndEntity {
  return { ...endEntity, extended: { ...endEntity.extended, holder: id } };
}

/** Removes the holder's mark, since any other enrollment takes the end entity over. */
export function withoutHolder(extended: ExtendedInformation): ExtendedInformation {
  const { holder: _holder, ...others } = extended;
  return others;
}
