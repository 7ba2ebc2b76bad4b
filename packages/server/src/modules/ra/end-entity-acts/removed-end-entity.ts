import type { Write } from '../../../kernel/unit-of-work.ts';
import { type KeptKeyStore, planUnmark } from '../../key-recovery/index.ts';
import type { DeleteEndEntity, EndEntity, EndEntityStore, KeepFormerId } from '../end-entities/index.ts';

export interface RemovalDeps {
  readonly endEntities: Pick<EndEntityStore, 'findFormerId'>;
  readonly keptKeys: Pick<KeptKeyStore, 'findMarked'>;
}

/**
 * Plans the writes that remove an end entity. Its certificates, kept keys and claims stay. They pass to the next end entity with the username, which
 * gets the same id; nobody else can take them meanwhile.
 */
export async function removal(
  { id, username, version }: EndEntity,
  { endEntities, keptKeys }: RemovalDeps,
): Promise<readonly Write[]> {
  const keep: KeepFormerId = { op: 'end-entity.keep-former-id', username, endEntityId: id };
  const remove: DeleteEndEntity = { op: 'end-entity.delete', endEntity: { id, version } };
  // An earlier end entity had the username, when this one had another username.
  const isOthers = ((await endEntities.findFormerId(username)) ?? id) !== id;
  return [...(await planUnmark(keptKeys, id)), ...(isOthers ? [] : [keep]), remove];
}
