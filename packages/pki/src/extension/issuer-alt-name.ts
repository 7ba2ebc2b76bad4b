/** issuerAltName: further names of the issuer (RFC 5280 §4.2.1.7, §5.2.2). */
import { oid } from '../der/index.ts';
import type { GeneralName } from '../general-name/index.ts';
import type { ExtensionType } from './extension.ts';
import { generalNamesExtension } from './general-names-extension.ts';

/** The names in the order written; in certificates and CRLs. */
export const issuerAltName: ExtensionType<readonly GeneralName[]> = generalNamesExtension(
  oid('2.5.29.18'),
  'issuerAltName',
);
