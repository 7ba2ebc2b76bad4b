import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const legalEntityIdentifierAbsent = certificateRule({
  name: 'smime/legal-entity-identifier-absent',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.l',
  from: '2023-09-01',
  appliesTo: isValidatedAs('mailbox', 'individual'),
  check: (certificate) =>
    LEI.filter((oid) => certificate.extension({ oid }) !== undefined).map(
      (oid) => `there is the extension ${oid} of legal entity identifiers; the certificate is of no legal entity`,
    ),
});

/** LEI, and the role in a legal entity. */
const LEI = ['1.3.6.1.4.1.52266.1', '1.3.6.1.4.1.52266.2'];
