import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const basicConstraintsCritical = certificateRule({
  name: 'tls/basic-constraints-critical',
  clause: 'Baseline Requirements 7.1.2.7.8',
  from: '2023-09-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    certificate.extension(basicConstraints)?.critical === false ? 'basicConstraints is not critical' : undefined,
});
