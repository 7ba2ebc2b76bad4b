import { isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity39Months = certificateRule({
  name: 'tls/validity-39-months',
  clause: 'Baseline Requirements 6.3.2',
  from: '2016-07-02',
  until: '2018-03-02',
  appliesTo: isSubscriber,
  check(certificate) {
    const { notBefore, notAfter } = certificate;
    if (notBefore.seconds === undefined || notAfter.seconds === undefined) return undefined;
    const end = new Date(notBefore.seconds * 1000);
    end.setUTCMonth(end.getUTCMonth() + 39);
    return notAfter.seconds > end.getTime() / 1000 ? 'the certificate is valid for more than 39 months' : undefined;
  },
});
