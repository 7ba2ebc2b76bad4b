import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const adobeExtensionsAbsent = certificateRule({
  name: 'smime/adobe-extensions-absent',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.m',
  from: '2023-09-01',
  appliesTo: isOfGeneration('strict'),
  check: (certificate) =>
    ADOBE.filter((oid) => certificate.extension({ oid }) !== undefined).map(
      (oid) => `there is Adobe's extension ${oid}, which the strict generation must not have`,
    ),
});

/** Time-stamp, and ArchiveRevInfo. */
const ADOBE = ['1.2.840.113583.1.1.9.1', '1.2.840.113583.1.1.9.2'];
