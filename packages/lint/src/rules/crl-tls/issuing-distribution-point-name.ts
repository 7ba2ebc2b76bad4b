import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const issuingDistributionPointName = crlRule({
  name: 'crl-tls/issuing-distribution-point-name',
  clause: 'Baseline Requirements 7.2.2.1',
  from: '2024-03-15',
  check(crl) {
    const name = crl.value(issuingDistributionPoint)?.name;
    if (name === undefined) return undefined;
    if (name.kind !== 'fullName') return 'the distributionPoint of issuingDistributionPoint is no fullName';
    return name.names
      .filter(({ kind }) => kind !== 'uniformResourceIdentifier')
      .map(({ kind }) => `issuingDistributionPoint has a name of the kind ${kind}; only URIs are allowed`);
  },
});
