/** Rules on precertificates and lists of signed certificate timestamps. */
import { precertificatePoison, sctList } from '../../certificate/extensions/transparency.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const CERTIFICATE_TRANSPARENCY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/poison-critical',
    clause: 'RFC 6962 §3.1',
    from: '2013-06-01',
    check: (certificate) =>
      certificate.extension(precertificatePoison)?.critical === false ? 'the poison is not critical' : undefined,
  }),
  certificateRule({
    name: 'rfc5280/precertificate-without-sct-list',
    clause: 'RFC 6962 §3.3',
    from: '2013-06-01',
    check: (certificate) =>
      certificate.extension(precertificatePoison) !== undefined && certificate.extension(sctList) !== undefined
        ? 'a precertificate has a list of SCTs'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/sct-list-not-empty',
    clause: 'RFC 6962 §3.3',
    from: '2013-06-01',
    check: (certificate) => (certificate.value(sctList)?.length === 0 ? 'the list of SCTs is empty' : undefined),
  }),
];
