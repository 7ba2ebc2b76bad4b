import { isRoot } from '../../certificate/roles.ts';
import { pathLengthOfRoot } from '../checks/path-length.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootPathLength = certificateRule({
  name: 'code-signing/root-path-length',
  clause: 'Code Signing Baseline Requirements 7.1.2.1.a',
  level: 'warning',
  from: '2019-08-13',
  appliesTo: isRoot,
  check: pathLengthOfRoot,
});
