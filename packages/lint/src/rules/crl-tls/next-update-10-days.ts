import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const nextUpdate10Days = crlRule({
  name: 'crl-tls/next-update-10-days',
  clause: 'Baseline Requirements 7.2',
  from: '2023-07-15',
  appliesTo: (crl) => !crl.coversCas && crl.value(issuingDistributionPoint)?.onlyContainsCaCerts !== true,
  check({ head: { thisUpdate, nextUpdate } }) {
    if (thisUpdate.seconds === undefined || nextUpdate?.seconds === undefined) return undefined;
    return nextUpdate.seconds - thisUpdate.seconds > TEN_DAYS
      ? `nextUpdate ${nextUpdate.text} is more than ten days after thisUpdate ${thisUpdate.text}; ten are allowed where certificates of subscribers are in scope`
      : undefined;
  },
});

const TEN_DAYS = 10 * 86_400;
