import { expiredCertsOnCrl } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const expiredCertsNotCritical = crlRule({
  name: 'crl/expired-certs-not-critical',
  clause: 'X.509 §9.5.2.8',
  check: ({ extensions }) =>
    extensions.find(expiredCertsOnCrl)?.critical === true ? 'expiredCertsOnCRL is critical' : undefined,
});
