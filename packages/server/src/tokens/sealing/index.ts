/** The master key, and secrets that are sealed under it or under a code. */
export { openSealer } from './open-sealer.ts';
export { BOX_OVERHEAD, closeBox, openBox } from './sealed-box.ts';
