/** Code common to profiles of both kinds. */
export { parseAbsoluteTime } from './absolute-time.ts';
export {
  CERTIFICATE_PROFILE_ID,
  certificateProfileBuiltIns,
  emptyEndEntityProfile,
  END_ENTITY_PROFILE_ID,
} from './built-in-profiles.ts';
export {
  ALTERNATIVE_NAME_FIELDS,
  alternativeNameField,
  alternativeNameValues,
  type FieldValue,
  SSH_FIELDS,
  type SshNames,
  sshValues,
  SUBJECT_FIELDS,
  subjectValues,
} from './end-entity-fields.ts';
export type { EndEntityExtension } from './end-entity-extension.ts';
export {
  BadPatternError,
  CommonNameTooLongError,
  ExtensionNotAllowedError,
  KeyNotAllowedError,
  NameConstraintsNotAllowedError,
  ProfileFormatError,
  type ProfileViolation,
  ProfileViolationError,
  SerialNumberNotAllowedError,
  SshExtensionError,
  ValidityImpossibleError,
  ValidityNotAllowedError,
} from './errors.ts';
export { type Decider, type FieldDecision, FieldDecisions, type LeftOutField } from './field-decisions.ts';
export { profileRights } from './profile-rights.ts';
export { flag, oids, strict, text, words } from './setting-kinds.ts';
