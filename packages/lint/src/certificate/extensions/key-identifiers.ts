import { requireTag, Sequence } from '../../ber/element.ts';
import { Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';
import { readGeneralName, type WrittenGeneralName } from '../names/general-names.ts';

/** RFC 5280 §4.2.1.1. */
export interface AuthorityKeyIdentifier {
  readonly keyIdentifier: Uint8Array | undefined;
  readonly issuer: readonly WrittenGeneralName[] | undefined;
  readonly serialNumber: Uint8Array | undefined;
}

export const authorityKeyIdentifier: ExtensionForm<AuthorityKeyIdentifier> = {
  oid: '2.5.29.35',
  name: 'authorityKeyIdentifier',
  read(value) {
    const parts = new Sequence(value, 'AuthorityKeyIdentifier');
    const keyIdentifier = parts.optional(0x80)?.content;
    const issuer = parts.optional(0xa1)?.children.map(readGeneralName);
    const serialNumber = parts.optional(0x82)?.content;
    parts.finish();
    return { keyIdentifier, issuer, serialNumber };
  },
};

/** RFC 5280 §4.2.1.2. */
export const subjectKeyIdentifier: ExtensionForm<Uint8Array> = {
  oid: '2.5.29.14',
  name: 'subjectKeyIdentifier',
  read: (value) => requireTag(value, Tag.octetString, 'SubjectKeyIdentifier').content,
};
