import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { exceedsDays } from '../../certificate/validity.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity825Days = certificateRule({
  name: 'smime/validity-825-days',
  clause: 'S/MIME Baseline Requirements 6.3.2',
  from: '2023-09-01',
  appliesTo: isOfGeneration('strict', 'multipurpose'),
  check: (certificate) => exceedsDays(certificate, 825),
});
