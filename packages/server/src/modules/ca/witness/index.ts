/** The certificate profile as a witness: what is about to be signed, held against the documents that it is made of. */
export { witness } from './witness.ts';
