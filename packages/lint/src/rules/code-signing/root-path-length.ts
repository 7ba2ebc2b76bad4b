import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootPathLength = certificateRule({
  name: 'code-signing/root-path-length',
  clause: 'Code Signing Baseline Requirements 7.1.2.1.a',
  level: 'warning',
  from: '2019-08-13',
  appliesTo: isRoot,
  check: (certificate) =>
    certificate.value(basicConstraints)?.pathLength === undefined
      ? undefined
      : 'basicConstraints of a root has a pathLenConstraint',
});
