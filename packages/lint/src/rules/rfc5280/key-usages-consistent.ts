import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

/** Key usages of an end entity are among those that RFC 5280 lists with its purposes. A purpose that it does not list allows all. */
export const keyUsagesConsistent = certificateRule({
  name: 'rfc5280/key-usages-consistent',
  clause: 'RFC 5280 §4.2.1.12',
  from: '2008-05-01',
  appliesTo: ({ isCa }) => !isCa,
  check(certificate) {
    const usages = certificate.value(keyUsage)?.usages;
    const purposes = certificate.value(extendedKeyUsage) ?? [];
    const listed = purposes.map((purpose) => USAGES_OF_PURPOSE[purpose]);
    if (usages === undefined || usages.size === 0 || purposes.length === 0 || listed.includes(undefined))
      return undefined;
    const allowed = new Set(listed.flatMap((one) => one ?? []));
    const wrong = [...usages].filter((usage) => !allowed.has(usage));
    if (wrong.length > 0) return `the key usage ${wrong.join(', ')} goes with no purpose of extKeyUsage`;
    return purposes.length === 1 && enciphersAndAgrees(certificate)
      ? 'keyUsage has keyEncipherment and keyAgreement; the purpose allows one of them'
      : undefined;
  },
});

function enciphersAndAgrees(certificate: CertificateUnderLint): boolean {
  const usages = certificate.value(keyUsage)?.usages;
  return usages?.has('keyEncipherment') === true && usages.has('keyAgreement');
}

const USAGES_OF_PURPOSE: Readonly<Record<string, readonly KeyUsageName[]>> = {
  [KeyPurpose.serverAuth]: ['digitalSignature', 'keyEncipherment', 'keyAgreement'],
  [KeyPurpose.clientAuth]: ['digitalSignature', 'keyAgreement'],
  [KeyPurpose.codeSigning]: ['digitalSignature'],
  [KeyPurpose.emailProtection]: ['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'keyAgreement'],
  [KeyPurpose.timeStamping]: ['digitalSignature', 'nonRepudiation'],
  [KeyPurpose.ocspSigning]: ['digitalSignature', 'nonRepudiation'],
};
