import { certificateIssuer } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const certificateIssuerCritical = crlEntryExtensionRule({
  name: 'crl/certificate-issuer-critical',
  clause: 'RFC 5280 §5.3.3',
  check: ({ extensions }) =>
    extensions.find(certificateIssuer)?.critical === false ? 'certificateIssuer is not critical' : undefined,
});
