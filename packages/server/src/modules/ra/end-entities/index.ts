/** End entities: what is stored of them, and whose they are. */
export {
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  TOKEN_TYPE,
  type ClaimKey,
  type ClaimName,
  type EndEntity,
  type EndEntityStore,
  type InsertEndEntity,
  type UpdateEndEntity,
} from './end-entity.ts';
export { type NamedValue, withEndEntityData } from './end-entity-data.ts';
export { type EndEntityHolder, heldBy, holderOf, isHeldAlone, withoutHolder } from './end-entity-holder.ts';
export { makePasswordVerifier, verifyPassword } from './password-verifier.ts';
