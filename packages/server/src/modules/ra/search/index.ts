/** Search for certificates, end entities and their profiles. */
export {
  type CertificateOrder,
  type CertificateOrderMember,
  type CertificatePage,
  type CertificatePosition,
  type CertificateQuery,
  type CertificateScope,
  type CertificateSearch,
  type CertificateTextCriterion,
  type CertificateTextMember,
  type CertificateTime,
  type FoundCertificate,
  type FoundCertificates,
  type TimeRange,
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
export {
  type CertificateProfileChoices,
  ReadCertificateProfile,
  type ReadCertificateProfileDeps,
} from './read-certificate-profile.ts';
export {
  type CertificateByFingerprint,
  type CertificateFingerprints,
  type CertificateHistory,
  type ReadableCertificate,
  ReadIssuedCertificate,
  type ReadIssuedCertificateDeps,
} from './read-issued-certificate.ts';
export {
  type ProfileChoices,
  ReadEndEntityProfiles,
  type ReadEndEntityProfilesDeps,
  type UsableProfile,
} from './read-end-entity-profiles.ts';
export {
  type CertificateCriteria,
  type CertificateSearchOrder,
  type ExpiringCertificates,
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
