import { Tag } from '../../ber/values.ts';
import { quoted } from '../../certificate/text.ts';
import { crlRule } from '../crl-rule.ts';

export const timeForm = crlRule({
  name: 'crl/time-form',
  clause: 'RFC 5280 §5.1.2.4',
  check: ({ head: { thisUpdate, nextUpdate } }) =>
    [thisUpdate, ...(nextUpdate === undefined ? [] : [nextUpdate])]
      .filter(({ seconds }) => seconds === undefined)
      .map(({ tag, text }) => {
        const form = tag === Tag.utcTime ? 'UTCTime: YYMMDDHHMMSSZ' : 'GeneralizedTime: YYYYMMDDHHMMSSZ';
        return `the time ${quoted(text)} is not a moment in the form of a ${form}`;
      }),
});
