/** Independent check of a certificate about to be signed against the documents that it was built from. */
export { witness } from './witness.ts';
