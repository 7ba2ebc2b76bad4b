/** Rules on authorityInfoAccess and authorityKeyIdentifier. */
import { accessAddresses, isHttp } from '../../certificate/addresses.ts';
import { AccessMethod } from '../../certificate/extensions/info-access.ts';
import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { isOfGeneration, isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkHttpAccess, checkOnlyHttpAccess } from '../checks/addresses.ts';

export const AUTHORITY_INFORMATION_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/authority-info-access-http',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.c',
    from: '2023-09-01',
    appliesTo: isOfGeneration('legacy'),
    check: checkHttpAccess,
  }),
  certificateRule({
    name: 'smime/authority-info-access-only-http',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.c',
    from: '2023-09-01',
    appliesTo: isOfGeneration('strict', 'multipurpose'),
    check: checkOnlyHttpAccess,
  }),
  certificateRule({
    name: 'smime/authority-key-identifier',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.g',
    from: '2023-09-01',
    appliesTo: (certificate) => isSmimeSubscriber(certificate) || isSubordinateCa(certificate),
    check(certificate) {
      const extension = certificate.extension(authorityKeyIdentifier);
      if (extension === undefined) return 'authorityKeyIdentifier is missing';
      if (extension.critical) return 'authorityKeyIdentifier is critical';
      const value = certificate.value(authorityKeyIdentifier);
      if (value === undefined) return undefined;
      if (value.keyIdentifier === undefined) return 'authorityKeyIdentifier has no keyIdentifier';
      return value.issuer === undefined && value.serialNumber === undefined
        ? undefined
        : 'authorityKeyIdentifier has authorityCertIssuer or authorityCertSerialNumber';
    },
  }),
  certificateRule({
    name: 'smime/ca-issuer-address',
    clause: 'S/MIME Baseline Requirements 7.1.2.2.c',
    level: 'warning',
    from: '2023-09-01',
    appliesTo: isSubordinateCa,
    check: (certificate) =>
      accessAddresses(certificate, AccessMethod.caIssuers).some(isHttp)
        ? undefined
        : "authorityInfoAccess has no URI of HTTP for the issuer's certificate",
  }),
  certificateRule({
    name: 'smime/issuer-address',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.c',
    level: 'warning',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: (certificate) =>
      accessAddresses(certificate, AccessMethod.caIssuers).length > 0
        ? undefined
        : "authorityInfoAccess has no address of the issuer's certificate",
  }),
];
