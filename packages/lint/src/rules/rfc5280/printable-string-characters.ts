import { Tag } from '../../ber/values.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const printableStringCharacters = certificateRule({
  name: 'rfc5280/printable-string-characters',
  clause: 'RFC 5280 Appendix B',
  check: ({ subject }) =>
    subject.unusualAttributes
      .filter(({ tag, text }) => tag === Tag.printableString && !PRINTABLE.test(text ?? ''))
      .map(({ text }) => `the PrintableString ${quoted(text ?? '')} has characters that are not of its set`),
});

const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
