/** Keys of CAs in their crypto tokens. */
export { CaKeyUsers } from './ca-key-users.ts';
export { CaKeys } from './ca-keys.ts';
export { CaPublicKeys } from './ca-public-keys.ts';
export { type CvcKey, cvcKey, sequenceAfter } from './cvc-ca-key.ts';
export type { DocumentSigners } from './document-signers.ts';
export { getRenewable, type ManagedCa, type ManagedCaDeps, renewalRight } from './managed-ca.ts';
export { type NewKeyOptions, type NextKeys, type RequestedKey, withNewKeys } from './next-keys.ts';
export { CaKeyTakenError, KeySignsDocumentsError } from './errors.ts';
