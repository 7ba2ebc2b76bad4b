import { Tag } from '../../ber/values.ts';
import { certificatePolicies, PolicyQualifierId } from '../../certificate/extensions/certificate-policies.ts';
import { certificateRule } from '../certificate-rule.ts';

export const cpsUriType = certificateRule({
  name: 'rfc5280/cps-uri-type',
  clause: 'RFC 5280 §4.2.1.4',
  check: (certificate) =>
    certificate
      .value(certificatePolicies)
      ?.some(({ qualifiers }) =>
        qualifiers.some(({ id, value }) => id === PolicyQualifierId.cps && value.tag !== Tag.ia5String),
      ) === true
      ? 'the URI of a practice statement is no IA5String'
      : undefined,
});
