import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const organizationalUnitOfCa = certificateRule({
  name: 'tls/organizational-unit-of-ca',
  clause: 'Baseline Requirements 7.1.2.10.2',
  from: '2023-09-15',
  appliesTo: ({ isCa }) => isCa,
  check: ({ subject }) =>
    subject.has(AttributeType.organizationalUnitName) ? 'the subject of a CA has an organizationalUnitName' : undefined,
});
