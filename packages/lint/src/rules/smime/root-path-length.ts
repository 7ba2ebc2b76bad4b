import { isRoot } from '../../certificate/roles.ts';
import { pathLengthOfRoot } from '../checks/path-length.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootPathLength = certificateRule({
  name: 'smime/root-path-length',
  clause: 'S/MIME Baseline Requirements 7.1.2.1.a',
  level: 'warning',
  from: '2023-09-01',
  appliesTo: isRoot,
  check: pathLengthOfRoot,
});
