import { isUtcTimeRange, Tag } from '../../ber/values.ts';
import { certificateRule } from '../certificate-rule.ts';

export const timeType = certificateRule({
  name: 'rfc5280/time-type',
  clause: 'RFC 5280 §4.1.2.5',
  check: ({ notBefore, notAfter }) =>
    [notBefore, notAfter]
      .filter(({ tag, seconds }) => tag === Tag.generalizedTime && isUtcTimeRange(seconds))
      .map(({ text }) => `the time ${text} is a GeneralizedTime; from 1950 through 2049 a UTCTime is required`),
});
