/** Use cases on end entities that issue nothing: reading, removal, status, revocation. */
export { type ReadableEndEntity, ReadEndEntity, type ReadEndEntityDeps } from './read-end-entity.ts';
export { RemoveEndEntity } from './remove-end-entity.ts';
export { RevokeEndEntity, type RevokeEndEntityDeps } from './revoke-end-entity.ts';
export { type NewStatus, SetEndEntityStatus, type SetEndEntityStatusDeps } from './set-end-entity-status.ts';
