/** Rules on authorityInfoAccess, authorityKeyIdentifier and cRLDistributionPoints. */
import { accessAddresses, isHttp } from '../../certificate/addresses.ts';
import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkHttpPoint } from '../checks/addresses.ts';

export const AUTHORITY_INFORMATION_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'code-signing/authority-info-access',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.c',
    from: '2019-08-13',
    appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
    check(certificate) {
      const extension = certificate.extension(authorityInfoAccess);
      if (extension === undefined) return 'authorityInfoAccess is missing';
      return extension.critical ? 'authorityInfoAccess is critical' : undefined;
    },
  }),
  certificateRule({
    name: 'code-signing/authority-key-identifier',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.g',
    from: '2019-08-13',
    appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
    check(certificate) {
      const extension = certificate.extension(authorityKeyIdentifier);
      if (extension === undefined) return 'authorityKeyIdentifier is missing';
      return extension.critical ? 'authorityKeyIdentifier is critical' : undefined;
    },
  }),
  certificateRule({
    name: 'code-signing/distribution-points',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.b',
    from: '2019-08-13',
    appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
    check(certificate) {
      const extension = certificate.extension(crlDistributionPoints);
      if (extension === undefined) return 'cRLDistributionPoints is missing';
      if (extension.critical) return 'cRLDistributionPoints is critical';
      return checkHttpPoint(certificate);
    },
  }),
  certificateRule({
    name: 'code-signing/issuer-address',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.c',
    from: '2019-08-13',
    appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
    check: (certificate) =>
      accessAddresses(certificate, AccessMethod.caIssuers).some(isHttp)
        ? undefined
        : "authorityInfoAccess has no URI of HTTP for the issuer's certificate",
  }),
  certificateRule({
    name: 'code-signing/ocsp-address',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.c',
    from: '2019-08-13',
    appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
    check(certificate) {
      const addresses = accessAddresses(certificate, AccessMethod.ocsp);
      return addresses.length === 0 || addresses.some(isHttp)
        ? undefined
        : 'authorityInfoAccess has no URI of HTTP for the OCSP responder that it names';
    },
  }),
];
