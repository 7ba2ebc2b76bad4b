/** The name of a version 1 template of Active Directory Certificate Services (MS-WCCE §2.2.2.7.7.1). */
import { oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { readText, writeText } from './text.ts';

/** `BMPString` such as `DomainController` (szOID_ENROLL_CERTTYPE_EXTENSION). `encode` throws a RangeError for an empty name. */
export const microsoftTemplateName: ExtensionType<string> = {
  oid: oid('1.3.6.1.4.1.311.20.2'),
  name: 'msCertificateTemplateName',
  encode: (value) => writeDer((writer) => writeText(writer, 'bmpString', value, { min: 1, max: Infinity })),
  decode: (der) => readDer(der, (reader) => readText(reader, 'bmpString')),
};
