import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const certificateIssuerInIndirect = crlRule({
  name: 'crl/certificate-issuer-in-indirect',
  clause: 'RFC 5280 §5.3.3',
  check(crl) {
    const { firstWithIssuer } = crl.entries;
    return firstWithIssuer === undefined || crl.value(issuingDistributionPoint)?.indirectCrl === true
      ? undefined
      : `the entry of ${firstWithIssuer} has a certificateIssuer, which is for indirect CRLs alone`;
  },
});
