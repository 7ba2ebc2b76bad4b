import { crlRule } from '../crl-rule.ts';

export const nextUpdateOrder = crlRule({
  name: 'crl/next-update-order',
  clause: 'RFC 5280 §5.1.2.5',
  check({ head: { thisUpdate, nextUpdate } }) {
    if (thisUpdate.seconds === undefined || nextUpdate?.seconds === undefined) return undefined;
    return nextUpdate.seconds > thisUpdate.seconds
      ? undefined
      : `nextUpdate ${nextUpdate.text} does not come after thisUpdate ${thisUpdate.text}`;
  },
});
