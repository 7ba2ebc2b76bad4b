/** Registration of end entities without a certificate: adding and editing them. */
export { AddEndEntity } from './add-end-entity.ts';
export { ApprovedEndEntity } from './approved-end-entity.ts';
export { EditEndEntity } from './edit-end-entity.ts';
export { RegistrationApproval } from './registration-approval.ts';
export { RegistrationSteps, type RegistrationStepsDeps } from './registration-steps.ts';
