/** Certificate profiles: contents of certificates. */
export {
  type CertificateFormat,
  type CertificateLifetime,
  type CertificateProfile,
  type CertificateProfileType,
  type ExpirationRestriction,
  type ExtensionOverride,
  type UriSource,
} from './certificate-profile.ts';
export { certificateNames, type CertificateNameRules } from './certificate-names.ts';
export { certificateProfileType } from './certificate-profile-type.ts';
export {
  certificateValidity,
  requireValidityAllowed,
  cvcValidity,
  type CvcValidity,
  sshValidity,
  type SshValidity,
  type Validity,
  type ValidityInputs,
} from './certificate-validity.ts';
export { requireIssuanceDataAllowed } from './issuance-data.ts';
export { lifetimeOf } from './lifetime.ts';
export { keyPurposeLabel, keyPurposeName } from './settings/certificate-words.ts';
export type { NameRule, NameRules, NameTreatment } from './settings/name-rules.ts';
export { certificatePolicySchema, policiesOf } from './settings/policy-settings.ts';
export { validatePublicKeyAgainstProfile } from './key-rules.ts';
export { criticalOptionOf, type SshCertificateRules, sshExtensions } from './settings/ssh-settings.ts';
