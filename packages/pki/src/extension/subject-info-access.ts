/** subjectInfoAccess: where the subject's services are (RFC 5280 §4.2.2.2). */
import { oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { infoAccessExtension, type AccessDescription } from './info-access.ts';

/** In the order written: a CA's repository, a time-stamping service. */
export const subjectInfoAccess: ExtensionType<readonly AccessDescription[]> = infoAccessExtension(
  oid('1.3.6.1.5.5.7.1.11'),
  'subjectInfoAccess',
);
