import { characterString } from '../../ber/values.ts';
import { certificatePolicies, PolicyQualifierId } from '../../certificate/extensions/certificate-policies.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyQualifiers = certificateRule({
  name: 'tls/policy-qualifiers',
  clause: 'Baseline Requirements 7.1.2.7.9',
  from: '2023-09-15',
  check: (certificate) =>
    (certificate.value(certificatePolicies) ?? [])
      .flatMap(({ qualifiers }) => qualifiers)
      .flatMap(({ id, value }) => {
        if (id !== PolicyQualifierId.cps) return [`certificatePolicies has the qualifier ${id}; id-qt-cps is allowed`];
        const uri = characterString(value) ?? '';
        return /^https?:\/\/./i.test(uri) ? [] : [`the CPS ${quoted(uri)} is not an HTTP or HTTPS URL`];
      }),
});
