import { accessAddresses, isHttp } from '../../certificate/addresses.ts';
import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { AccessMethod } from '../../certificate/extensions/info-access.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspAddress = certificateRule({
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
});
