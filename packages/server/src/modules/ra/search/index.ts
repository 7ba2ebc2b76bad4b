/** Finding end entities and the profiles that they may have. */
export {
  type EndEntityOrder,
  type EndEntityOrderMember,
  type EndEntityQuery,
  type EndEntityScope,
  type EndEntitySearch,
  type FoundEndEntities,
  type FoundEndEntity,
  type TextCriterion,
} from './end-entity-query.ts';
