import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const organizationalUnitWithOrganization = certificateRule({
  name: 'tls/organizational-unit-with-organization',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2021-08-16',
  check: ({ subject }) =>
    subject.has(AttributeType.organizationalUnitName) && !subject.has(AttributeType.organizationName)
      ? 'the subject has an organizationalUnitName without an organizationName'
      : undefined,
});
