/** Crypto tokens whose keys are stored by this program. */
export { publicPartOf, readPrivateKey } from './foreign-private-key.ts';
export { SoftwareKey, type SoftwareKeyDeps } from './software-key.ts';
export { SoftwareSignatures } from './software-signatures.ts';
export { type KeyPairSource, SoftwareTokenDriver } from './software-token.ts';
