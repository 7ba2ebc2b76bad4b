/** Rules on the other fields. */
import { isCodeSigner, isTimeStamper } from '../../certificate/code-signing.ts';
import { exceedsDays, exceedsMonths } from '../../certificate/validity.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkSerialNumberEntropy } from '../checks/serial-number.ts';
import { checkVersion3 } from '../checks/version.ts';

export const FIELD_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'code-signing/serial-number-entropy',
    clause: 'Code Signing Baseline Requirements 7.1',
    level: 'warning',
    from: '2019-08-13',
    check: checkSerialNumberEntropy,
  }),
  certificateRule({
    name: 'code-signing/time-stamping-validity-135-months',
    clause: 'Code Signing Baseline Requirements 6.3.2',
    from: '2019-08-13',
    appliesTo: isTimeStamper,
    check: (certificate) => exceedsMonths(certificate, 135),
  }),
  certificateRule({
    name: 'code-signing/validity-39-months',
    clause: 'Code Signing Baseline Requirements 6.3.2',
    from: '2019-08-13',
    until: '2026-03-01',
    appliesTo: isCodeSigner,
    check: (certificate) => exceedsMonths(certificate, 39),
  }),
  certificateRule({
    name: 'code-signing/validity-460-days',
    clause: 'Code Signing Baseline Requirements 6.3.2',
    from: '2026-03-01',
    appliesTo: isCodeSigner,
    check: (certificate) => exceedsDays(certificate, 460),
  }),
  certificateRule({
    name: 'code-signing/version-3',
    clause: 'Code Signing Baseline Requirements 7.1.1',
    from: '2019-08-13',
    check: checkVersion3,
  }),
];
