/** The poison that keeps a precertificate from being used as a certificate (RFC 6962 §3.1). */
import { oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { nullExtension } from './null-extension.ts';

/** `NULL`; it must be critical. */
export const precertificatePoison: ExtensionType<true> = nullExtension(
  oid('1.3.6.1.4.1.11129.2.4.3'),
  'precertificatePoison',
);
