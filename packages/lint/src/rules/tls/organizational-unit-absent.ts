import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const organizationalUnitAbsent = certificateRule({
  name: 'tls/organizational-unit-absent',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2022-09-01',
  appliesTo: ({ isCa }) => !isCa,
  check: ({ subject }) =>
    subject.has(AttributeType.organizationalUnitName) ? 'the subject has an organizationalUnitName' : undefined,
});
