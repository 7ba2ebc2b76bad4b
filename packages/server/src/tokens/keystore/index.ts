/** Crypto tokens in keystore files of the host. */
export { isKeystoreTrouble } from './errors.ts';
export { KeystoreDriver } from './keystore-driver.ts';
