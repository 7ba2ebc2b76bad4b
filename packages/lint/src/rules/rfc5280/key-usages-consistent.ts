import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsagesConsistent = certificateRule({
  name: 'rfc5280/key-usages-consistent',
  clause: 'RFC 5280 §4.2.1.12',
  level: 'error',
  from: '2008-05-01',
  // A purpose asks for one usage at least of those that RFC 5280 lists with it.
  check(certificate) {
    const usages = certificate.value(keyUsage)?.usages;
    if (usages === undefined) return undefined;
    return (certificate.value(extendedKeyUsage) ?? []).flatMap((purpose) => {
      const wanted = USAGES_OF_PURPOSE[purpose];
      if (wanted === undefined || wanted.usages.some((usage) => usages.has(usage))) return [];
      return [`the purpose ${wanted.name} goes with none of the key usages ${[...usages].join(', ')}`];
    });
  },
});

const USAGES_OF_PURPOSE: Readonly<Record<string, { readonly name: string; readonly usages: readonly KeyUsageName[] }>> =
  {
    [KeyPurpose.serverAuth]: { name: 'serverAuth', usages: ['digitalSignature', 'keyEncipherment', 'keyAgreement'] },
    [KeyPurpose.clientAuth]: { name: 'clientAuth', usages: ['digitalSignature', 'keyAgreement'] },
    [KeyPurpose.codeSigning]: { name: 'codeSigning', usages: ['digitalSignature'] },
    [KeyPurpose.emailProtection]: {
      name: 'emailProtection',
      usages: ['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'keyAgreement'],
    },
    [KeyPurpose.timeStamping]: { name: 'timeStamping', usages: ['digitalSignature', 'nonRepudiation'] },
    [KeyPurpose.ocspSigning]: { name: 'OCSPSigning', usages: ['digitalSignature', 'nonRepudiation'] },
  };
