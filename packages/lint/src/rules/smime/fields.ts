/** Rules on the other fields. */
import { isRoot } from '../../certificate/roles.ts';
import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { exceedsDays } from '../../certificate/validity.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { pathLengthOfRoot } from '../checks/path-length.ts';
import { checkSerialNumberEntropy } from '../checks/serial-number.ts';
import { checkVersion3 } from '../checks/version.ts';

export const FIELD_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/root-path-length',
    clause: 'S/MIME Baseline Requirements 7.1.2.1.a',
    level: 'warning',
    from: '2023-09-01',
    appliesTo: isRoot,
    check: pathLengthOfRoot,
  }),
  certificateRule({
    name: 'smime/serial-number-entropy',
    clause: 'S/MIME Baseline Requirements 7.1',
    level: 'warning',
    from: '2023-09-01',
    check: checkSerialNumberEntropy,
  }),
  certificateRule({
    name: 'smime/validity-1185-days',
    clause: 'S/MIME Baseline Requirements 6.3.2',
    from: '2023-09-01',
    appliesTo: isOfGeneration('legacy'),
    check: (certificate) => exceedsDays(certificate, 1185),
  }),
  certificateRule({
    name: 'smime/validity-825-days',
    clause: 'S/MIME Baseline Requirements 6.3.2',
    from: '2023-09-01',
    appliesTo: isOfGeneration('strict', 'multipurpose'),
    check: (certificate) => exceedsDays(certificate, 825),
  }),
  certificateRule({
    name: 'smime/version-3',
    clause: 'S/MIME Baseline Requirements 7.1.1',
    from: '2023-09-01',
    check: checkVersion3,
  }),
];
