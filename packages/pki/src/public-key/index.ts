/** Public keys, checked before use, and the verification of signatures. */
export { PublicKeyError, type PublicKeyErrorCode } from './errors.ts';
export { parsePublicKey, type PublicKey } from './public-key.ts';
export { type SignatureToVerify, verifySignature, verifySignatureInPool } from './verify-signature.ts';
