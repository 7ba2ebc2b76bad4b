import { ocspRule } from '../ocsp-rule.ts';
import { pssParameters } from '../tls/pss-parameters.ts';

export const ocspPssParameters = ocspRule({
  name: 'ocsp-tls/pss-parameters',
  clause: 'Baseline Requirements 7.1.3.2.1',
  from: '2020-08-20',
  appliesTo: ({ signature }) => signature !== undefined && pssParameters.appliesTo?.(signature) !== false,
  check: ({ signature }) => signature && pssParameters.check(signature),
});
