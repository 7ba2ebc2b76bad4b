import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOfCaOthers = certificateRule({
  name: 'code-signing/extended-key-usage-of-ca-others',
  clause: 'Code Signing Baseline Requirements 7.1.2.2.g',
  level: 'warning',
  from: '2019-08-13',
  appliesTo: isSubordinateCa,
  check(certificate) {
    const others = (certificate.value(extendedKeyUsage) ?? []).filter((purpose) => !EXPECTED.has(purpose));
    return others.length > 0 ? `extKeyUsage of a CA for code signing has ${others.join(', ')} as well` : undefined;
  },
});

const EXPECTED: ReadonlySet<string> = new Set([KeyPurpose.codeSigning, KeyPurpose.timeStamping]);
