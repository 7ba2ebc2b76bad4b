import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const domainComponentAbsent = certificateRule({
  name: 'code-signing/domain-component-absent',
  clause: 'Code Signing Baseline Requirements 7.1.4.2.2.c',
  from: '2019-08-13',
  appliesTo: isCodeSigningSubscriber,
  check: ({ subject }) =>
    subject.has(AttributeType.domainComponent) ? 'the subject has a domainComponent' : undefined,
});
