import type { ExtensionForm } from '../extension-form.ts';
import { readGeneralNames, type WrittenGeneralName } from '../names/general-names.ts';

/** RFC 5280 §4.2.1.6. */
export const subjectAltName: ExtensionForm<readonly WrittenGeneralName[]> = {
  oid: '2.5.29.17',
  name: 'subjectAltName',
  read: readGeneralNames,
};

/** RFC 5280 §4.2.1.7. */
export const issuerAltName: ExtensionForm<readonly WrittenGeneralName[]> = {
  oid: '2.5.29.18',
  name: 'issuerAltName',
  read: readGeneralNames,
};
