/** Registration of end entities without a certificate: adding and editing them. */
export { AddEndEntity, type AddEndEntityDeps } from './add-end-entity.ts';
export { ApprovedEndEntity } from './approved-end-entity.ts';
export { EditEndEntity, type EditEndEntityDeps } from './edit-end-entity.ts';
export type { RegistrationResult, WithGeneratedPassword } from './end-entity-registration.ts';
export { RegistrationApproval } from './registration-approval.ts';
export { RegistrationSteps, type RegistrationStepsDeps } from './registration-steps.ts';
