import { precertificatePoison, sctList } from '../../certificate/extensions/transparency.ts';
import { certificateRule } from '../certificate-rule.ts';

export const precertificateWithoutSctList = certificateRule({
  name: 'rfc5280/precertificate-without-sct-list',
  clause: 'RFC 6962 §3.3',
  from: '2013-06-01',
  check: (certificate) =>
    certificate.extension(precertificatePoison) !== undefined && certificate.extension(sctList) !== undefined
      ? 'a precertificate has a list of SCTs'
      : undefined,
});
