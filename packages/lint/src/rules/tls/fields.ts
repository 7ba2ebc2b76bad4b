/** Rules on the other fields and extensions. */
import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { sctList } from '../../certificate/extensions/transparency.ts';
import { isRoot, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkCritical } from '../checks/extensions.ts';
import { checkSerialNumberEntropy } from '../checks/serial-number.ts';
import { checkVersion3 } from '../checks/version.ts';

export const FIELD_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/basic-constraints-critical',
    clause: 'Baseline Requirements 7.1.2.7.8',
    from: '2023-09-15',
    appliesTo: isSubscriber,
    check: checkCritical(basicConstraints),
  }),
  certificateRule({
    name: 'tls/root-path-length',
    clause: 'Baseline Requirements 7.1.2.1.4',
    level: 'warning',
    from: '2012-07-01',
    appliesTo: isRoot,
    check: (certificate) =>
      certificate.value(basicConstraints)?.pathLength === undefined ? undefined : 'a root has a pathLenConstraint',
  }),
  certificateRule({
    name: 'tls/sct-list-not-critical',
    clause: 'Baseline Requirements 7.1.2.7.6, 7.1.2.10.1',
    from: '2023-09-15',
    check: (certificate) =>
      certificate.extension(sctList)?.critical === true ? 'the list of SCTs is critical' : undefined,
  }),
  certificateRule({
    name: 'tls/serial-number-entropy',
    clause: 'Baseline Requirements 7.1',
    level: 'warning',
    from: '2016-09-30',
    check: checkSerialNumberEntropy,
  }),
  certificateRule({
    name: 'tls/version-3',
    clause: 'Baseline Requirements 7.1.1',
    from: '2015-04-16',
    check: checkVersion3,
  }),
];
