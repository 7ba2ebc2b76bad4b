import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootPathLength = certificateRule({
  name: 'smime/root-path-length',
  clause: 'S/MIME Baseline Requirements 7.1.2.1.a',
  level: 'warning',
  from: '2023-09-01',
  appliesTo: isRoot,
  check: (certificate) =>
    certificate.value(basicConstraints)?.pathLength === undefined
      ? undefined
      : 'basicConstraints of a root has a pathLenConstraint',
});
