/** Crypto tokens in devices, reached through PKCS#11. */
export {
  type DoctorLogin,
  examine,
  type KeyReport,
  type LibraryReport,
  type Problem,
  type SlotReport,
  type TokenReport,
} from './doctor.ts';
export { isDeviceTrouble } from './errors.ts';
export { Pkcs11TokenDriver, type Pkcs11TokenDriverDeps } from './pkcs11-driver.ts';
export { Pkcs11Library } from './pkcs11-library.ts';
