import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const legalEntityRoleAbsent = certificateRule({
  name: 'smime/legal-entity-role-absent',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.l',
  from: '2023-09-01',
  appliesTo: isValidatedAs('organization'),
  check: (certificate) =>
    certificate.extension({ oid: '1.3.6.1.4.1.52266.2' }) === undefined
      ? undefined
      : 'there is the extension 1.3.6.1.4.1.52266.2 of a role in a legal entity; an organization has none',
});
