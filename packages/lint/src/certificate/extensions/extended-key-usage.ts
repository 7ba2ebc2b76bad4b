import { requireTag } from '../../ber/element.ts';
import { oidText, Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** Object identifiers of RFC 5280 §4.2.1.12, in their order. */
export const extendedKeyUsage: ExtensionForm<readonly string[]> = {
  oid: '2.5.29.37',
  name: 'extKeyUsage',
  read: (value) =>
    requireTag(value, Tag.sequence, 'ExtKeyUsageSyntax').children.map((purpose) =>
      oidText(requireTag(purpose, Tag.objectIdentifier, 'KeyPurposeId')),
    ),
};

export const KeyPurpose = {
  anyExtendedKeyUsage: '2.5.29.37.0',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  /** RFC 6962 §3.1. */
  precertificateSigning: '1.3.6.1.4.1.11129.2.4.4',
} as const;
