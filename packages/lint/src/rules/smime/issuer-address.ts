import { accessAddresses } from '../../certificate/addresses.ts';
import { AccessMethod } from '../../certificate/extensions/info-access.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const issuerAddress = certificateRule({
  name: 'smime/issuer-address',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.c',
  level: 'warning',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) =>
    accessAddresses(certificate, AccessMethod.caIssuers).length > 0
      ? undefined
      : "authorityInfoAccess has no address of the issuer's certificate",
});
