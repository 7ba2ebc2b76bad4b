/** Private keys under a password: PKCS #8, PKCS #12, and keystores of Java and Bouncy Castle. */
export {
  isBcfks,
  type BcfksKey,
  type BcfksLimits,
  readBcfks,
  writeBcfks,
  type WriteBcfksOptions,
} from './bcfks/index.ts';
export { KeystoreError, type KeystoreArea, type KeystoreErrorCode } from './errors.ts';
export { type EncryptOptions } from './pbe-encrypt.ts';
export { isJks, type JksKey, type JksLimits, readJks } from './jks/jks-read.ts';
export { writeJks, type WriteJksOptions } from './jks/jks-write.ts';
export type { OneKeyOptions } from './one-key-options.ts';
export { writePemBundle, type WritePemBundleOptions } from './pem-bundle.ts';
export { type BagAttributes } from './pkcs12/pkcs12-bags.ts';
export { type Pkcs12MacAlgorithm } from './pkcs12/pkcs12-mac.ts';
export {
  readPkcs12,
  type Pkcs12Certificate,
  type Pkcs12Contents,
  type Pkcs12Key,
  type Pkcs12Limits,
} from './pkcs12/pkcs12-read.ts';
export { WorkBudget } from './work-budget.ts';
export { type Pkcs12Encryption, writePkcs12, type WritePkcs12Options } from './pkcs12/pkcs12-write.ts';
export {
  decryptPrivateKey,
  encryptPrivateKey,
  parsePrivateKeyInfo,
  type DecryptLimits,
  type EncryptPrivateKeyOptions,
  type PrivateKeyInfo,
} from './pkcs8.ts';
