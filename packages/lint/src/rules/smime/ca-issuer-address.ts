import { accessAddresses, isHttp } from '../../certificate/addresses.ts';
import { AccessMethod } from '../../certificate/extensions/info-access.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caIssuerAddress = certificateRule({
  name: 'smime/ca-issuer-address',
  clause: 'S/MIME Baseline Requirements 7.1.2.2.c',
  level: 'warning',
  from: '2023-09-01',
  appliesTo: isSubordinateCa,
  check: (certificate) =>
    accessAddresses(certificate, AccessMethod.caIssuers).some(isHttp)
      ? undefined
      : "authorityInfoAccess has no URI of HTTP for the issuer's certificate",
});
