import { certificateRule } from '../certificate-rule.ts';

export const legalEntityIdentifierNotCritical = certificateRule({
  name: 'smime/legal-entity-identifier-not-critical',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.l',
  from: '2023-09-01',
  check: (certificate) =>
    LEI.filter((oid) => certificate.extension({ oid })?.critical === true).map(
      (oid) => `the extension ${oid} of legal entity identifiers is critical`,
    ),
});

/** LEI, and the role in a legal entity. */
const LEI = ['1.3.6.1.4.1.52266.1', '1.3.6.1.4.1.52266.2'];
