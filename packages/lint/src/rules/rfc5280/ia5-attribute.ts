import { Tag } from '../../ber/values.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ia5Attribute = certificateRule({
  name: 'rfc5280/ia5-attribute',
  clause: 'RFC 5280 Appendix A.1',
  from: '2008-05-01',
  check: ({ subject }) =>
    subject.attributes
      .filter(({ type, tag }) => IA5.has(type) && tag !== Tag.ia5String)
      .map(({ type }) => `the attribute ${type} of the subject is not an IA5String`),
});

const IA5: ReadonlySet<string> = new Set([AttributeType.emailAddress, AttributeType.domainComponent]);
