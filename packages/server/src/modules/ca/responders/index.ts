/** Delegated OCSP responders of CAs, and the lint of OCSP responses. */
export { OcspResponderEndsError, OcspResponderMissingError } from './errors.ts';
export { ExternalOcspResponder } from './external-ocsp-responder.ts';
export { FollowOcspSettings, ocspSettingsChange } from './follow-ocsp-settings.ts';
export { ocspLint } from './ocsp-lint.ts';
export { type NeededResponders, ResponderEnds } from './responder-ends.ts';
export { RENEWAL_TASK, RenewOcspResponders } from './renew-ocsp-responders.ts';
