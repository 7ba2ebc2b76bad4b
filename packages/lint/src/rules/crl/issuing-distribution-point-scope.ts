import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const issuingDistributionPointScope = crlRule({
  name: 'crl/issuing-distribution-point-scope',
  clause: 'RFC 5280 §5.2.5',
  check(crl) {
    const point = crl.value(issuingDistributionPoint);
    const scopes = [point?.onlyContainsUserCerts, point?.onlyContainsCaCerts, point?.onlyContainsAttributeCerts];
    return scopes.filter((one) => one === true).length > 1
      ? 'issuingDistributionPoint has two of onlyContainsUserCerts, onlyContainsCACerts and onlyContainsAttributeCerts; one is allowed'
      : undefined;
  },
});
