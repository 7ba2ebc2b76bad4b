import { crlRule } from '../crl-rule.ts';

export const nextUpdate12Months = crlRule({
  name: 'crl-tls/next-update-12-months',
  clause: 'Baseline Requirements 7.2',
  from: '2023-07-15',
  check({ head: { thisUpdate, nextUpdate } }) {
    if (thisUpdate.seconds === undefined || nextUpdate?.seconds === undefined) return undefined;
    const latest = new Date(thisUpdate.seconds * 1000);
    latest.setUTCFullYear(latest.getUTCFullYear() + 1);
    return nextUpdate.seconds * 1000 > latest.getTime()
      ? `nextUpdate ${nextUpdate.text} is more than twelve months after thisUpdate ${thisUpdate.text}`
      : undefined;
  },
});
