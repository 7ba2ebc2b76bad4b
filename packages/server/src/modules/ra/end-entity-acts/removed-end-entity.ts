import type { Write } from '../../../kernel/unit-of-work.ts';
import { type KeptKeyStore, planUnmark } from '../../key-recovery/index.ts';
import type { DeleteEndEntity, EndEntity, EndEntityStore, KeepFormerId } from '../end-entities/index.ts';

export interface RemovalDeps {
  readonly endEntities: Pick<EndEntityStore, 'findFormerId'>;
  readonly keptKeys: Pick<KeptKeyStore, 'findMarked'>;
}

/**
 * Plans the writes that remove an end entity. Its certificates stay, and so do the keys that are kept, and the keys and subjects that are its
 * own: they go to the next end entity of the username, which gets the same id. Nobody else can take them meanwhile.
 */
export async function removal(
  { id, username, version }: EndEntity,
  { endEntities, keptKeys }: RemovalDeps,
): Promise<readonly Write[]> {
  const keep: KeepFormerId = { op: 'end-entity.keep-former-id', username, endEntityId: id };
  const remove: DeleteEndEntity = { op: 'end-entity.delete', endEntity: { id, version } };
  // Another one of the username went before, and this one had another username then.
  const isOthers = ((await endEntities.findFormerId(username)) ?? id) !== id;
  return [...(await planUnmark(keptKeys, id)), ...(isOthers ? [] : [keep]), remove];
}
