/** Rules on what a subject has to have and must not have for its kind of validation. */
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { isSmimeSubscriber, isValidatedAs, smimeProfiles } from '../../certificate/smime-profile.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkAttributes } from '../checks/smime-subject.ts';
import { checkCaSubject, checkInformative } from '../checks/subject.ts';

export const SUBJECT_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/attribute-informative',
    clause: 'S/MIME Baseline Requirements 7.1.4.2',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: checkInformative,
  }),
  certificateRule({
    name: 'smime/ca-subject',
    clause: 'S/MIME Baseline Requirements 7.1.4.3.1',
    from: '2023-09-01',
    appliesTo: ({ isCa }) => isCa,
    check: checkCaSubject,
  }),
  certificateRule({
    name: 'smime/individual-validated-subject',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.6',
    from: '2023-09-01',
    appliesTo: isValidatedAs('individual'),
    check: (certificate) => checkAttributes(certificate, 'individual'),
  }),
  certificateRule({
    name: 'smime/mailbox-validated-subject',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.3',
    from: '2023-09-01',
    appliesTo: isValidatedAs('mailbox'),
    check: (certificate) => checkAttributes(certificate, 'mailbox'),
  }),
  certificateRule({
    name: 'smime/organization-validated-subject',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.4',
    from: '2023-09-01',
    appliesTo: isValidatedAs('organization'),
    check: (certificate) =>
      checkAttributes(certificate, 'organization', ['organizationName', 'organizationIdentifier']),
  }),
  certificateRule({
    name: 'smime/person-named',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.5',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check(certificate) {
      const named = smimeProfiles(certificate).some(
        ({ validation, generation }) =>
          (validation === 'sponsor' || validation === 'individual') && generation !== 'legacy',
      );
      return named && !NAMES_OF_PERSONS.some((type) => certificate.subject.has(type))
        ? 'the subject has neither givenName, surname nor pseudonym'
        : undefined;
    },
  }),
  certificateRule({
    name: 'smime/sponsor-validated-subject',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.5',
    from: '2023-09-01',
    appliesTo: isValidatedAs('sponsor'),
    check: (certificate) => checkAttributes(certificate, 'sponsor', ['organizationName', 'organizationIdentifier']),
  }),
];

const NAMES_OF_PERSONS = [AttributeType.givenName, AttributeType.surname, AttributeType.pseudonym];
