/** Extensions of OCSP responses (RFC 6960 §4.4). */
import { requireTag, Sequence } from '../ber/element.ts';
import { Tag, WrittenTime } from '../ber/values.ts';
import type { ExtensionForm } from '../certificate/extension-form.ts';
import { invalidityDate, reasonCode } from '../crl/entry-forms.ts';

/** RFC 9654 §2.1. */
export const nonce: ExtensionForm<Uint8Array> = {
  oid: '1.3.6.1.5.5.7.48.1.2',
  name: 'nonce',
  read: (value) => requireTag(value, Tag.octetString, 'Nonce').content,
};

/** RFC 6960 §4.4.2. */
const crlReferences: ExtensionForm<true> = {
  oid: '1.3.6.1.5.5.7.48.1.3',
  name: 'crl-references',
  read(value) {
    const parts = new Sequence(value, 'CrlID');
    for (const tag of [0xa0, 0xa1, 0xa2]) parts.optional(tag);
    parts.finish();
    return true;
  },
};

/** RFC 6960 §4.4.4. */
export const archiveCutoff: ExtensionForm<WrittenTime> = {
  oid: '1.3.6.1.5.5.7.48.1.6',
  name: 'archive-cutoff',
  read: (value) => new WrittenTime(requireTag(value, Tag.generalizedTime, 'ArchiveCutoff')),
};

/** RFC 6960 §4.4.8. */
export const extendedRevoke: ExtensionForm<true> = {
  oid: '1.3.6.1.5.5.7.48.1.9',
  name: 'extended-revoke',
  read(value) {
    requireTag(value, Tag.null, 'the extended-revoke');
    return true;
  },
};

/** Every extension of a response, or of one status in it, whose value is read. */
export const OCSP_FORMS: readonly ExtensionForm<unknown>[] = [
  nonce,
  crlReferences,
  archiveCutoff,
  extendedRevoke,
  // Those of entries of CRLs may stand in a status, too (§4.4.5).
  reasonCode,
  invalidityDate,
];
