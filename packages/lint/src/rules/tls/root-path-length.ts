import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootPathLength = certificateRule({
  name: 'tls/root-path-length',
  clause: 'Baseline Requirements 7.1.2.1.4',
  level: 'warning',
  from: '2012-07-01',
  appliesTo: isRoot,
  check: (certificate) =>
    certificate.value(basicConstraints)?.pathLength === undefined ? undefined : 'a root has a pathLenConstraint',
});
