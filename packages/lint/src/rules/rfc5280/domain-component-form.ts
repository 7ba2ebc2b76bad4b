import { isDomainName } from '../../certificate/dns-name.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const domainComponentForm = certificateRule({
  name: 'rfc5280/domain-component-form',
  clause: 'RFC 4519 §2.4',
  level: 'warning',
  check: ({ subject }) =>
    subject
      .of(AttributeType.domainComponent)
      .filter(({ text = '' }) => text.includes('.') || !isDomainName(text))
      .map(({ text = '' }) => `the domainComponent ${quoted(text)} of the subject is no label of a domain name`),
});
