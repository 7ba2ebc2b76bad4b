/** Generating, choosing and checking, for keys of every kind of token. */
export { generateKeys } from './key-generation.ts';
export { provesItself } from './key-test.ts';
export { chooseDigestSignature, chooseSignature } from './signature-choice.ts';
export { requireUnwrapping } from './unwrapping-choice.ts';
export { requireGoodSignature } from './verified-signature.ts';
