import { Tag } from '../../ber/values.ts';
import { certificateRule } from '../certificate-rule.ts';

export const timeType = certificateRule({
  name: 'rfc5280/time-type',
  clause: 'RFC 5280 §4.1.2.5',
  level: 'error',
  check: ({ notBefore, notAfter }) =>
    [notBefore, notAfter]
      .filter(
        ({ tag, seconds }) =>
          tag === Tag.generalizedTime && seconds !== undefined && seconds >= YEAR_1950 && seconds < YEAR_2050,
      )
      .map(({ text }) => `the time ${text} is a GeneralizedTime; from 1950 through 2049 a UTCTime is required`),
});

const YEAR_1950 = Date.UTC(1950, 0) / 1000;
const YEAR_2050 = Date.UTC(2050, 0) / 1000;
