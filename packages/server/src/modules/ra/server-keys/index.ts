/** Keys of end entities generated here. */
export { GeneratedKey } from './generated-key.ts';
export type { KeyPairSource } from './key-pair-source.ts';
export { type KeystoreFormat, keystoreFormatOf, type TokenKeystoreFormat } from './keystore-format.ts';
export { placeholderKey } from './placeholder-key.ts';
export { readRequestedKey, type RequestedKey } from './requested-key.ts';
export { keystoreAlias, type KeystoreContents, writeKeystore } from './write-keystore.ts';
