import { ocspDataRule } from '../ocsp-rule.ts';

export const validityInterval = ocspDataRule({
  name: 'ocsp-tls/validity-interval',
  clause: 'Baseline Requirements 4.9.9',
  from: '2020-09-30',
  check: ({ responses }, { coversCas }) =>
    coversCas
      ? undefined
      : responses.flatMap(({ thisUpdate, nextUpdate, serialText }) => {
          if (nextUpdate === undefined) return [`the status of ${serialText} has no nextUpdate`];
          if (nextUpdate.seconds === undefined || thisUpdate.seconds === undefined) return [];
          const seconds = nextUpdate.seconds - thisUpdate.seconds;
          return seconds >= EIGHT_HOURS && seconds <= TEN_DAYS
            ? []
            : [`the status of ${serialText} is valid for ${seconds} seconds; eight hours to ten days are allowed`];
        }),
});

const EIGHT_HOURS = 8 * 3600;
const TEN_DAYS = 10 * 86_400;
