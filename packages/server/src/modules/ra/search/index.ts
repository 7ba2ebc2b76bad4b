/** Search for certificates, end entities and their profiles. */
export type {
  CertificateOrder,
  CertificateOrderMember,
  CertificatePage,
  CertificatePosition,
  CertificateQuery,
  CertificateScope,
  CertificateSearch,
  CertificateTextCriterion,
  CertificateTextMember,
  CertificateTime,
  FoundCertificate,
  FoundCertificates,
} from './certificate-query.ts';
export {
  type CertificateCounts,
  type CertificateTextIndex,
  IndexCertificateTexts,
  type IndexCertificateTextsDeps,
} from './index-certificate-texts.ts';
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
export { ReadCertificateProfile, type ReadCertificateProfileDeps } from './read-certificate-profile.ts';
export {
  type CertificateByFingerprint,
  type CertificateFingerprints,
  ReadIssuedCertificate,
  type ReadIssuedCertificateDeps,
} from './read-issued-certificate.ts';
export { ReadEndEntityProfiles, type ReadEndEntityProfilesDeps } from './read-end-entity-profiles.ts';
export {
  type CertificateCriteria,
  type CertificateSearchOrder,
  SearchCertificates,
  type SearchCertificatesDeps,
  type SearchedCertificate,
  type SearchedCertificateStatus,
} from './search-certificates.ts';
export type { SearchedText } from './text-criterion.ts';
export {
  type EndEntityCriteria,
  type EndEntityPage,
  type SearchedStatus,
  SearchEndEntities,
  type SearchEndEntitiesDeps,
  type SearchOrder,
} from './search-end-entities.ts';
