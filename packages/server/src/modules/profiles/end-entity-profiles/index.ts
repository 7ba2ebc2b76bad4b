/** End entity profiles: rules for end entities. */
export { completedNames } from './completed-names.ts';
export {
  checkEndEntityAgainstProfile,
  type EndEntityToCheck,
  requireCredentialFitsProfile,
  requireEndEntityFitsProfile,
} from './check-end-entity.ts';
export type {
  EndEntityProfile,
  GeneratedPasswordType,
  IssuanceReason,
  KeyRecoveryRules,
  PasswordRules,
  ValueRules,
} from './end-entity-profile.ts';
export { endEntityProfileType } from './end-entity-profile-type.ts';
