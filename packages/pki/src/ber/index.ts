/** BER (X.690 §8) made DER, for the containers whose writers do not use DER: PKCS#12 and CMS. */
export { BerError, type BerErrorCode } from './errors.ts';
export { readImplicitOctetString } from './implicit-octet-string.ts';
export { transcodeToDer, type TranscodeLimits } from './transcode.ts';
