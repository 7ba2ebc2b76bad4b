/** End entities: stored data and ownership. */
export {
  type AuthenticatedEndEntity,
  AuthenticateEndEntity,
  type AuthenticateEndEntityDeps,
  type Login,
} from './authenticate-end-entity.ts';
export {
  type ClaimKey,
  type ClaimName,
  type DeleteEndEntity,
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStatus,
  type EndEntityStatusName,
  type EndEntityStore,
  type UsernameHolder,
  type InsertEndEntity,
  isKeyRecoverable,
  type KeepFormerId,
  TOKEN_TYPE,
  type TokenType,
  type TokenTypeName,
  type UpdateEndEntity,
  withKeyRecoverable,
} from './end-entity.ts';
export {
  EndEntityPasswords,
  type EndEntityPasswordsDeps,
  type KeptPassword,
  NO_PASSWORD,
} from './end-entity-passwords.ts';
export {
  changeStatus,
  endEntityStatusName,
  mayEnroll,
  unmarksKeyRecovery,
  withoutUselessPassword,
} from './end-entity-status.ts';
export {
  type CounterRules,
  type EndEntityTime,
  type ExtendedInformation,
  type KeyStoreKey,
  type NamedTexts,
  requestCounter,
  resetCounters,
  timesOf,
  withoutApproval,
  withoutSerialNumber,
  withTimes,
} from './extended-information.ts';
export { hasExtensionData, settingsOf, withEndEntityData } from './end-entity-data.ts';
export { type EndEntityHolder, heldBy, holderOf, isHeldAlone, withoutHolder } from './end-entity-holder.ts';
export {
  actOfRegistration,
  type EndEntityRegistration,
  keptRegistration,
  type KeptRegistration,
} from './kept-registration.ts';
export { stateDigest } from './state-digest.ts';
export { extensionsOfData, organizationOf, personalDataOf, psd2StatementOf, sidOf } from './certificate-data.ts';
export { type NamedSettings, namedSettingsOf } from './named-settings.ts';
export type { NamedValue } from './named-value.ts';
export { withProfileDefaults } from './profile-defaults.ts';
export { passwordToGenerate } from './generated-password.ts';
export { makePasswordVerifier } from './password-verifier.ts';
export { afterIssuance } from './issued-end-entity.ts';
export { keepsKeys, requireEscrowKey } from './key-recoverability.ts';
export { LoginAttempts, type LoginAttemptsDeps } from './login-attempts.ts';
export { forgetLoginsTask } from './login-locks.ts';
