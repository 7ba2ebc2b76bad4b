import { certificateIssuer } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const certificateIssuerName = crlEntryExtensionRule({
  name: 'crl/certificate-issuer-name',
  clause: 'RFC 5280 §5.3.3',
  check({ extensions }) {
    const names = extensions.value(certificateIssuer);
    return names === undefined || names.some((one) => one.kind === 'directoryName' && !one.name.isEmpty)
      ? undefined
      : 'certificateIssuer has no distinguished name; that of the issuer of the certificate is required';
  },
});
