/** certificateIssuer: whose certificate an entry of an indirect CRL is about (RFC 5280 §5.3.3). */
import { oid } from '../der/index.ts';
import type { GeneralName } from '../general-name/index.ts';
import type { ExtensionType } from './extension.ts';
import { generalNamesExtension } from './general-names-extension.ts';

/** The names of the issuer; they hold for the entries that follow as well, until another entry has the extension. */
export const certificateIssuer: ExtensionType<readonly GeneralName[]> = generalNamesExtension(
  oid('2.5.29.29'),
  'certificateIssuer',
);
