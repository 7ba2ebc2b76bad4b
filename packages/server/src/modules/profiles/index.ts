/** Profiles: what certificates are issued like, and for whom. */
export { CERTIFICATE_PROFILE_ID, END_ENTITY_PROFILE_ID } from './built-in-profiles.ts';
export {
  type CertificateFormat,
  type CertificateLifetime,
  type CertificateProfile,
  type CertificateProfileType,
  type ExpirationRestriction,
  type ExtensionOverride,
  type UriSource,
} from './certificate-profile.ts';
export { certificateProfileType } from './certificate-profile-type.ts';
export { certificateValidity, type Validity, type ValidityInputs } from './certificate-validity.ts';
export {
  KeyNotAllowedError,
  ProfileFormatError,
  type ProfileViolation,
  ProfileViolationError,
  ValidityImpossibleError,
} from './errors.ts';
export { validatePublicKeyAgainstProfile } from './key-rules.ts';
