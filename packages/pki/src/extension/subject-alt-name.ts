/** subjectAltName: further names of the subject (RFC 5280 §4.2.1.6). */
import { oid } from '../der/index.ts';
import type { GeneralName } from '../general-name/index.ts';
import type { ExtensionType } from './extension.ts';
import { generalNamesExtension } from './general-names-extension.ts';

/** The names in the order written. Must be critical when the subject is empty (RFC 5280 §4.2.1.6), which the builder sees to. */
export const subjectAltName: ExtensionType<readonly GeneralName[]> = generalNamesExtension(
  oid('2.5.29.17'),
  'subjectAltName',
);
