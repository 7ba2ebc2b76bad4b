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
export { completedNames } from './completed-names.ts';
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
export {
  checkEndEntityAgainstProfile,
  type EndEntityToCheck,
  requireCredentialFitsProfile,
  requireEndEntityFitsProfile,
} from './check-end-entity.ts';
export { type Decider, type FieldDecision, FieldDecisions, type LeftOutField } from './field-decisions.ts';
export { ALTERNATIVE_NAME_FIELDS, SUBJECT_FIELDS } from './end-entity-fields.ts';
export type {
  EmailRules,
  EndEntityProfile,
  FieldOccurrence,
  FieldRules,
  GeneratedPasswordType,
  IssuanceReason,
  IssuanceRules,
  KeyRecoveryRules,
  PasswordRules,
  TimeRules,
  ValueRules,
} from './end-entity-profile.ts';
export { endEntityProfileType } from './end-entity-profile-type.ts';
export {
  BadPatternError,
  KeyNotAllowedError,
  ProfileFormatError,
  type ProfileViolation,
  ProfileViolationError,
  ValidityImpossibleError,
} from './errors.ts';
export { requireIssuanceDataAllowed } from './issuance-data.ts';
export { lifetimeOf } from './lifetime.ts';
export type { NameRule, NameRules, NameTreatment } from './name-rules.ts';
export { certificatePolicySchema, policiesOf } from './policy-settings.ts';
export { validatePublicKeyAgainstProfile } from './key-rules.ts';
export { criticalOptionOf, type SshCertificateRules, sshExtensions } from './ssh-settings.ts';
