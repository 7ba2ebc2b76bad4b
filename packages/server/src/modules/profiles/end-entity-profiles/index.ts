/** End entity profiles: rules for end entities. */
export { completedNames } from './completed-names.ts';
export {
  checkEndEntityAgainstProfile,
  type EndEntityToCheck,
  requireCredentialFitsProfile,
  requireEndEntityFitsProfile,
} from './check-end-entity.ts';
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
