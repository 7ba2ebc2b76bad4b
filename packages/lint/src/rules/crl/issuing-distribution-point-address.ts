import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { quoted } from '../../certificate/text.ts';
import { crlRule } from '../crl-rule.ts';

export const issuingDistributionPointAddress = crlRule({
  name: 'crl/issuing-distribution-point-address',
  clause: 'RFC 5280 §5.2.5',
  check(crl) {
    const name = crl.value(issuingDistributionPoint)?.name;
    if (name?.kind !== 'fullName') return undefined;
    if (name.names.length === 0) return 'the fullName of issuingDistributionPoint is an empty sequence';
    return name.names.flatMap((one) =>
      one.kind === 'uniformResourceIdentifier' && !URI.test(one.text)
        ? [`the address ${quoted(one.text)} of issuingDistributionPoint is no absolute URI`]
        : [],
    );
  },
});

const URI = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i;
