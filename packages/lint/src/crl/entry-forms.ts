/** Extensions of entries (RFC 5280 §5.3). */
import { requireTag } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { smallInteger, Tag, WrittenTime } from '../ber/values.ts';
import type { ExtensionForm } from '../certificate/extension-form.ts';
import { readGeneralNames, type WrittenGeneralName } from '../certificate/names/general-names.ts';

/** RFC 5280 §5.3.1. */
export const reasonCode: ExtensionForm<number> = {
  oid: '2.5.29.21',
  name: 'reasonCode',
  read(value) {
    const code = smallInteger(requireTag(value, Tag.enumerated, 'CRLReason'));
    if (code === undefined) throw new MalformedError('a CRLReason has more than 6 octets');
    return code;
  },
};

/** RFC 5280 §5.3.2. */
export const invalidityDate: ExtensionForm<WrittenTime> = {
  oid: '2.5.29.24',
  name: 'invalidityDate',
  read: (value) => new WrittenTime(requireTag(value, Tag.generalizedTime, 'InvalidityDate')),
};

/** RFC 5280 §5.3.3. */
export const certificateIssuer: ExtensionForm<readonly WrittenGeneralName[]> = {
  oid: '2.5.29.29',
  name: 'certificateIssuer',
  read: readGeneralNames,
};

/** Every extension of an entry whose value is read. */
export const ENTRY_FORMS: readonly ExtensionForm<unknown>[] = [reasonCode, invalidityDate, certificateIssuer];

/** Values of CRLReason. */
export const Reason = { unspecified: 0, removeFromCrl: 8 } as const;

/** Returns whether a number is a CRLReason (RFC 5280 §5.3.1): 0 through 10 but 7. */
export function isReason(code: number): boolean {
  return code >= 0 && code <= 10 && code !== 7;
}
