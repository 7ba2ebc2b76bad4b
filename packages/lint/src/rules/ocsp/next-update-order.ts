import { ocspDataRule } from '../ocsp-rule.ts';

export const nextUpdateOrder = ocspDataRule({
  name: 'ocsp/next-update-order',
  clause: 'RFC 6960 §4.2.2.1',
  check: ({ responses }) =>
    responses.flatMap(({ thisUpdate, nextUpdate }) =>
      nextUpdate !== undefined && (nextUpdate.seconds ?? Infinity) <= (thisUpdate.seconds ?? -Infinity)
        ? [`nextUpdate ${nextUpdate.text} does not come after thisUpdate ${thisUpdate.text}`]
        : [],
    ),
});
