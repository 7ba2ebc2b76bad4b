/** Crypto tokens: the drivers, the key host, the master key. */
export { KeyPairPool, type KeyPairPoolOptions } from './key-pool/index.ts';
export { LocalKeyHost, RemoteKeyHost, serveKeyHost } from './key-host/index.ts';
export { KeystoreDriver } from './keystore/index.ts';
export {
  type DoctorLogin,
  examine,
  type KeyReport,
  type LibraryReport,
  Pkcs11Library,
  Pkcs11TokenDriver,
  type Pkcs11TokenDriverDeps,
  type Problem,
  type SlotReport,
  type TokenReport,
} from './pkcs11/index.ts';
export { openSealer } from './sealing/index.ts';
export { SoftwareSignatures, SoftwareTokenDriver } from './software/index.ts';
