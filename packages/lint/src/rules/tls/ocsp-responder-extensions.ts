import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspResponderExtensions = certificateRule({
  name: 'tls/ocsp-responder-extensions',
  clause: 'Baseline Requirements 7.1.2.8.2',
  from: '2023-09-15',
  appliesTo: isOcspResponder,
  check: (certificate) =>
    [crlDistributionPoints, certificatePolicies, nameConstraints, subjectAltName]
      .filter((form) => certificate.extensions.has(form))
      .map(({ name }) => `the certificate of an OCSP responder has ${name}`),
});
