/** The holders of end entities that this installation enrolls by itself. Nobody else's certificates end by it. */
import { type Certificate, compareBytes } from '@sealwright/pki';
import type { CertificateStore } from '../../ca/index.ts';
import type { EndEntity } from './end-entity.ts';
import type { ExtendedInformation } from './extended-information.ts';
import { EndEntityOfOthersError } from '../errors/index.ts';

/** A part of this installation that an end entity is kept for, such as a worker. */
export interface EndEntityHolder {
  /** Id of its document. */
  readonly id: number;
  /** The certificate of a key that it has; undefined when it has none. */
  readonly certificate: Certificate | undefined;
  /** Tells whether it succeeds the holder of that id, which does not exist any more. */
  succeeds(id: number): Promise<boolean>;
}

/** An end entity that its holder enrolls again. */
export interface HeldEndEntity {
  readonly endEntity: EndEntity;
  readonly holder: EndEntityHolder;
  /** True when the new certificate ends the others. */
  readonly supersedes: boolean;
  /** Seconds since 1970. */
  readonly now: number;
}

/**
 * Tells whether all certificates of an end entity were issued to the holder, which may then mark it as its own.
 *
 * One without a mark was enrolled by somebody: it is the holder's as far as the holder has a certificate of it.
 *
 * @throws {@link EndEntityOfOthersError} when it is somebody else's, or certificates of somebody else would end
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

/** The id of the holder that an end entity is marked for; undefined when it is for none. */
export function holderOf({ extended }: Pick<EndEntity, 'extended'>): number | undefined {
  return extended.holder;
}

/** Marks an end entity as the holder's. */
export function heldBy(endEntity: EndEntity, { id }: EndEntityHolder): EndEntity {
  return { ...endEntity, extended: { ...endEntity.extended, holder: id } };
}

/** Removes the mark of the holder: any other enrollment takes the end entity from it. */
export function withoutHolder(extended: ExtendedInformation): ExtendedInformation {
  const { holder: _holder, ...others } = extended;
  return others;
}
