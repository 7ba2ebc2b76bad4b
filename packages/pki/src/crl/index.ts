/** Certificate revocation lists: built in chunks, read lazily (RFC 5280 §5). */
export {
  completeTbsCrl,
  encodePreTbsCrl,
  type PreTbsCrl,
  preTbsOctets,
  verifyAlternativeCrlSignature,
} from './alternative-signature.ts';
export { Crl, type CrlEntry } from './crl.ts';
export { type CrlEntryFields, CrlEntryWriter, encodeCrlEntry } from './crl-entry.ts';
export { assembleCrl, crlPieces, encodeTbsCrl, type TbsCrl } from './tbs-crl.ts';
