import { type Named, commonRule } from '../common-rule.ts';

export const attributeNotEmpty = commonRule<Named>({
  name: 'rfc5280/attribute-not-empty',
  clause: 'RFC 5280 Appendix A.1',
  check: ({ subject }) =>
    subject.unusualAttributes
      .filter(({ text }) => text === '')
      .map(({ type }) => `the attribute ${type} of the subject is empty; one character is the least`),
});
