/** authorityInfoAccess: where the issuer's certificates and OCSP responders are (RFC 5280 §4.2.2.1, §5.2.7). */
import { oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { infoAccessExtension, type AccessDescription } from './info-access.ts';

/** In the order written, which readers may take for an order of preference; in certificates and CRLs. */
export const authorityInfoAccess: ExtensionType<readonly AccessDescription[]> = infoAccessExtension(
  oid('1.3.6.1.5.5.7.1.1'),
  'authorityInfoAccess',
);
