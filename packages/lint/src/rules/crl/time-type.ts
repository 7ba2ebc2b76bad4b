import { isUtcTimeRange, Tag } from '../../ber/values.ts';
import { crlRule } from '../crl-rule.ts';

export const timeType = crlRule({
  name: 'crl/time-type',
  clause: 'RFC 5280 §5.1.2.4',
  check: ({ head: { thisUpdate, nextUpdate } }) =>
    [thisUpdate, ...(nextUpdate === undefined ? [] : [nextUpdate])]
      .filter(({ tag, seconds }) => tag === Tag.generalizedTime && isUtcTimeRange(seconds))
      .map(({ text }) => `the time ${text} is a GeneralizedTime; from 1950 through 2049 a UTCTime is required`),
});
