import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const legacyGeneration = certificateRule({
  name: 'smime/legacy-generation',
  clause: 'S/MIME Baseline Requirements 7.1.6.1',
  from: '2025-07-15',
  appliesTo: isOfGeneration('legacy'),
  check: () => 'certificatePolicies names a profile of the legacy generation, which ended on 2025-07-15',
});
