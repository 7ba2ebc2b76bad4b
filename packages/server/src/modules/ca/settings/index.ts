/** Settings of CAs, as stored in documents and as parsed. */
export { CAA_SETTINGS_OF_BEFORE, caaMembers, caaSettings, type CaaSettings } from './ca-caa-settings.ts';
export {
  type OwnCertificateSettings,
  ownCertificateMembers,
  ownCertificateSettings,
  subjectOf,
} from './ca-certificate-settings.ts';
export {
  type IssuingSettings,
  type LocationSettings,
  issuingMembers,
  issuingSettings,
  locationMembers,
  locationSettings,
  publisherMembers,
} from './ca-issuing-settings.ts';
export { OCSP_SETTINGS_OF_BEFORE, ocspMembers, ocspSettings, type OcspSettings } from './ocsp-settings.ts';
export { type CaKeySettings, type KeyToMake, keyMembers, keySettings } from './ca-key-settings.ts';
export { nameConstraintsOf } from './name-constraint-text.ts';
export {
  type CrlPartitions,
  MAX_PARTITIONS,
  choosePartition,
  namesPartition,
  partitionUri,
  partitionsWithCrl,
} from './crl-partition.ts';
export {
  CRL_SETTINGS_OF_VERSION_1,
  type CrlSettings,
  type RecordBeforeSigning,
  crlSettingsMembers,
  fittingCrlTimes,
  parseCrlSettings,
} from './crl-settings.ts';
export { PublicAddresses } from './public-addresses.ts';
