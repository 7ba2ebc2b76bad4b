/** Rules on keyUsage, whatever the key. */
import { endsWithOne } from '../../ber/values.ts';
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkCritical } from '../checks/extensions.ts';

export const KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/key-cert-sign-of-ca',
    clause: 'RFC 5280 §4.2.1.3',
    check(certificate) {
      const signs = certificate.value(keyUsage)?.usages.has('keyCertSign') === true;
      if (!signs || certificate.isCa) return undefined;
      return certificate.extension(basicConstraints) === undefined
        ? 'keyUsage has keyCertSign, and there is no basicConstraints with cA'
        : 'keyUsage has keyCertSign, and basicConstraints is without cA';
    },
  }),
  certificateRule({
    name: 'rfc5280/key-usage-bits',
    clause: 'RFC 5280 §4.2.1.3',
    check(certificate) {
      const value = certificate.value(keyUsage);
      if (value === undefined) return undefined;
      if (value.octets.length > 2 || (value.octets.length === 2 && (value.octets[1]! & 0x7f) !== 0))
        return 'keyUsage has bits beyond the nine that are defined';
      return value.usages.size === 0 ? 'keyUsage has no bit set' : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/key-usage-critical',
    clause: 'RFC 5280 §4.2.1.3',
    level: 'warning',
    check: checkCritical(keyUsage),
  }),
  certificateRule({
    name: 'rfc5280/key-usage-of-ca',
    clause: 'RFC 5280 §4.2.1.3',
    appliesTo: ({ isCa, version }) => isCa && version === 3,
    check: (certificate) => (certificate.extension(keyUsage) === undefined ? 'a CA has no keyUsage' : undefined),
  }),
  certificateRule({
    name: 'rfc5280/key-usage-shortest',
    clause: 'X.690 §11.2.2',
    check(certificate) {
      const value = certificate.value(keyUsage);
      return value === undefined || endsWithOne(value)
        ? undefined
        : 'keyUsage has zero bits at its end, which DER leaves out';
    },
  }),
  /** Key usages of an end entity are among those that RFC 5280 lists with its purposes. A purpose that it does not list allows all. */
  certificateRule({
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
  }),
];

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
