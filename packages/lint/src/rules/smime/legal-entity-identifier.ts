import { Element } from '../../ber/element.ts';
import { characterString } from '../../ber/values.ts';
import { isLegalEntityIdentifier } from '../../certificate/organization-identifier.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const legalEntityIdentifier = certificateRule({
  name: 'smime/legal-entity-identifier',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.l',
  from: '2023-09-01',
  check(certificate) {
    const extension = certificate.extension({ oid: '1.3.6.1.4.1.52266.1' });
    if (extension === undefined) return undefined;
    const text = characterString(Element.only(extension.value)) ?? '';
    return isLegalEntityIdentifier(text) ? undefined : `${quoted(text)} is no legal entity identifier of ISO 17442`;
  },
});
