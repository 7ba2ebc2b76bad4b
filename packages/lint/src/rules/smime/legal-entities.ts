/** Rules on legal entity identifiers. */
import { Element } from '../../ber/element.ts';
import { characterString } from '../../ber/values.ts';
import { isLegalEntityIdentifier } from '../../certificate/names/organization-identifier.ts';
import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const LEGAL_ENTITY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/legal-entity-identifier',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.l',
    from: '2023-09-01',
    check(certificate) {
      const extension = certificate.extension({ oid: '1.3.6.1.4.1.52266.1' });
      if (extension === undefined) return undefined;
      const text = characterString(Element.only(extension.value)) ?? '';
      return isLegalEntityIdentifier(text)
        ? undefined
        : `${quoted(text)} is not a legal entity identifier of ISO 17442`;
    },
  }),
  certificateRule({
    name: 'smime/legal-entity-identifier-absent',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.l',
    from: '2023-09-01',
    appliesTo: isValidatedAs('mailbox', 'individual'),
    check: (certificate) =>
      LEI.filter((oid) => certificate.extension({ oid }) !== undefined).map(
        (oid) => `there is the extension ${oid} of legal entity identifiers; the certificate is of no legal entity`,
      ),
  }),
  certificateRule({
    name: 'smime/legal-entity-identifier-not-critical',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.l',
    from: '2023-09-01',
    check: (certificate) =>
      LEI.filter((oid) => certificate.extension({ oid })?.critical === true).map(
        (oid) => `the extension ${oid} of legal entity identifiers is critical`,
      ),
  }),
  certificateRule({
    name: 'smime/legal-entity-role-absent',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.l',
    from: '2023-09-01',
    appliesTo: isValidatedAs('organization'),
    check: (certificate) =>
      certificate.extension({ oid: '1.3.6.1.4.1.52266.2' }) === undefined
        ? undefined
        : 'there is the extension 1.3.6.1.4.1.52266.2 of a role in a legal entity; an organization has none',
  }),
];

/** LEI, and the role in a legal entity. */
const LEI = ['1.3.6.1.4.1.52266.1', '1.3.6.1.4.1.52266.2'];
