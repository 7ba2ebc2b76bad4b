import { precertificatePoison } from '../../certificate/extensions/transparency.ts';
import { certificateRule } from '../certificate-rule.ts';

export const poisonCritical = certificateRule({
  name: 'rfc5280/poison-critical',
  clause: 'RFC 6962 §3.1',
  from: '2013-06-01',
  check: (certificate) =>
    certificate.extension(precertificatePoison)?.critical === false ? 'the poison is not critical' : undefined,
});
