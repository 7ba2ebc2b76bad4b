import { Tag } from '../../ber/values.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const timeForm = certificateRule({
  name: 'rfc5280/time-form',
  clause: 'RFC 5280 §4.1.2.5',
  check: ({ notBefore, notAfter }) =>
    [notBefore, notAfter]
      .filter(({ seconds }) => seconds === undefined)
      .map(({ tag, text }) => {
        const form = tag === Tag.utcTime ? 'UTCTime: YYMMDDHHMMSSZ' : 'GeneralizedTime: YYYYMMDDHHMMSSZ';
        return `the time ${quoted(text)} is not a moment in the form of a ${form}`;
      }),
});
