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
export {
  type CertificateProfileChoices,
  ReadCertificateProfile,
  type ReadCertificateProfileDeps,
} from './read-certificate-profile.ts';
export {
  type ProfileChoices,
  ReadEndEntityProfiles,
  type ReadEndEntityProfilesDeps,
  type UsableProfile,
} from './read-end-entity-profiles.ts';
export {
  type EndEntityCriteria,
  type EndEntityPage,
  type SearchedStatus,
  SearchEndEntities,
  type SearchEndEntitiesDeps,
  type SearchOrder,
} from './search-end-entities.ts';
