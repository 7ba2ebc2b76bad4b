import { isCodeSigner } from '../../certificate/code-signing.ts';
import { exceedsMonths } from '../../certificate/validity.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity39Months = certificateRule({
  name: 'code-signing/validity-39-months',
  clause: 'Code Signing Baseline Requirements 6.3.2',
  from: '2019-08-13',
  until: '2026-03-01',
  appliesTo: isCodeSigner,
  check: (certificate) => exceedsMonths(certificate, 39),
});
