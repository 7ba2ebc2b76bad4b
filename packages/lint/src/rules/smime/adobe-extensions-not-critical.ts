import { certificateRule } from '../certificate-rule.ts';

export const adobeExtensionsNotCritical = certificateRule({
  name: 'smime/adobe-extensions-not-critical',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.m',
  from: '2023-09-01',
  check: (certificate) =>
    ADOBE.filter((oid) => certificate.extension({ oid })?.critical === true).map(
      (oid) => `Adobe's extension ${oid} is critical`,
    ),
});

/** Time-stamp, and ArchiveRevInfo. */
const ADOBE = ['1.2.840.113583.1.1.9.1', '1.2.840.113583.1.1.9.2'];
