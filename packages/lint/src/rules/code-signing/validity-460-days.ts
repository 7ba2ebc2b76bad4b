import { isCodeSigner } from '../../certificate/code-signing.ts';
import { exceedsDays } from '../../certificate/validity.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity460Days = certificateRule({
  name: 'code-signing/validity-460-days',
  clause: 'Code Signing Baseline Requirements 6.3.2',
  from: '2026-03-01',
  appliesTo: isCodeSigner,
  check: (certificate) => exceedsDays(certificate, 460),
});
