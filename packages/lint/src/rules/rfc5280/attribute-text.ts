import { type Named, commonRule } from '../common-rule.ts';

export const attributeText = commonRule<Named>({
  name: 'rfc5280/attribute-text',
  clause: 'RFC 5280 Appendix A.1',
  check: ({ subject }) =>
    subject.unusualAttributes
      .filter(({ tag, text }) => text === undefined && tag < 0x20)
      .map(({ type }) => `the octets of the attribute ${type} of the subject are no text of its type`),
});
