/** Certificate profiles: contents of certificates. */
export type { CertificateLifetime, CertificateProfile, ExtensionOverride, UriSource } from './certificate-profile.ts';
export { certificateNames } from './certificate-names.ts';
export { certificateProfileType } from './certificate-profile-type.ts';
export { certificateValidity, requireValidityAllowed, cvcValidity, sshValidity } from './certificate-validity.ts';
export { requireIssuanceDataAllowed } from './issuance-data.ts';
export { lifetimeOf } from './lifetime.ts';
export { keyPurposeLabel, keyPurposeName } from './settings/certificate-words.ts';
export type { NameRule, NameRules, NameTreatment } from './settings/name-rules.ts';
export { certificatePolicySchema, policiesOf } from './settings/policy-settings.ts';
export { validatePublicKeyAgainstProfile } from './key-rules.ts';
export { criticalOptionOf, type SshCertificateRules, sshExtensions } from './settings/ssh-settings.ts';
