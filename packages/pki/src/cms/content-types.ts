/** The content types of CMS that this package knows (RFC 5652 §4, §5.1, RFC 3161 §2.4.2). */
import { oid, type Oid } from '../der/index.ts';

export const DATA: Oid = oid('1.2.840.113549.1.7.1');
export const SIGNED_DATA: Oid = oid('1.2.840.113549.1.7.2');
const TST_INFO: Oid = oid('1.2.840.113549.1.9.16.1.4');

/** By the names of their documents, without the `id-` and `id-ct-` before them. */
export const CONTENT_TYPES = {
  /** Octets that mean nothing to CMS. */
  data: DATA,
  signedData: SIGNED_DATA,
  /** The content of a time-stamp. */
  tstInfo: TST_INFO,
} as const satisfies Record<string, Oid>;
