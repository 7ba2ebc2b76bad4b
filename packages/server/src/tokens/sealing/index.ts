/** The master key, and secrets that are sealed under it or under a code. */
export { MasterKeySealer } from './master-key-sealer.ts';
export { createMasterKey, masterKeyFromText, readMasterKey } from './master-key.ts';
export { BOX_OVERHEAD, closeBox, openBox } from './sealed-box.ts';
