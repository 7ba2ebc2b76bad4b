import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNamesPresent = certificateRule({
  name: 'tls/alternative-names-present',
  clause: 'Baseline Requirements 7.1.2.7.6',
  from: '2012-07-01',
  appliesTo: (certificate) => !certificate.isCa && !isOcspResponder(certificate),
  check: (certificate) => (certificate.extensions.has(subjectAltName) ? undefined : 'subjectAltName is missing'),
});
