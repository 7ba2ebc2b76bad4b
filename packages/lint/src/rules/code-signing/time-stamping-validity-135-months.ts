import { isTimeStamper } from '../../certificate/code-signing.ts';
import { exceedsMonths } from '../../certificate/validity.ts';
import { certificateRule } from '../certificate-rule.ts';

export const timeStampingValidity135Months = certificateRule({
  name: 'code-signing/time-stamping-validity-135-months',
  clause: 'Code Signing Baseline Requirements 6.3.2',
  from: '2019-08-13',
  appliesTo: isTimeStamper,
  check: (certificate) => exceedsMonths(certificate, 135),
});
