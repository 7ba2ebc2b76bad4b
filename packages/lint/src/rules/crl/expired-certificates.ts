/** Rules on expiredCertsOnCRL. */
import { quoted } from '../../certificate/text.ts';
import { expiredCertsOnCrl } from '../../crl/crl-forms.ts';
import { checkNotCritical } from '../checks/extensions.ts';
import { crlRule, type CrlRule } from '../crl-rule.ts';

export const EXPIRED_CERTIFICATE_RULES: readonly CrlRule[] = [
  crlRule({
    name: 'crl/expired-certs-date',
    clause: 'X.509 §9.5.2.8',
    check(crl) {
      const date = crl.value(expiredCertsOnCrl);
      const { thisUpdate } = crl.head;
      if (date === undefined) return undefined;
      if (date.seconds === undefined)
        return `the date ${quoted(date.text)} of expiredCertsOnCRL is not YYYYMMDDHHMMSSZ`;
      return thisUpdate.seconds !== undefined && date.seconds > thisUpdate.seconds
        ? `the date ${date.text} of expiredCertsOnCRL comes after thisUpdate ${thisUpdate.text}`
        : undefined;
    },
  }),
  crlRule({
    name: 'crl/expired-certs-not-critical',
    clause: 'X.509 §9.5.2.8',
    check: checkNotCritical(expiredCertsOnCrl),
  }),
];
