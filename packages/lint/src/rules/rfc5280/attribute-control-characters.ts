import { quoted } from '../../certificate/text.ts';
import { type Named, commonRule } from '../common-rule.ts';

export const attributeControlCharacters = commonRule<Named>({
  name: 'rfc5280/attribute-control-characters',
  clause: 'RFC 5280 Appendix A.1',
  check: ({ subject }) =>
    subject.unusualAttributes
      .filter(({ text }) => text !== undefined && CONTROL_CHARACTER.test(text))
      .map(({ text }) => `the value ${quoted(text ?? '')} of the subject has control characters`),
});

/** Made once: V8 compiles a regular expression of a function that is made for each certificate anew. */
const CONTROL_CHARACTER = /\p{Cc}/u;
