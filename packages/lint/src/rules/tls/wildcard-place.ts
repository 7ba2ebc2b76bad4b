import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const wildcardPlace = certificateRule({
  name: 'tls/wildcard-place',
  clause: 'Baseline Requirements 1.6.1',
  from: '2012-07-01',
  check: (certificate) =>
    certificate.dnsNames
      .filter((name) => name.includes('*') && !/^\*\.[^*]+$/.test(name))
      .map((name) => `the wildcard of ${quoted(name)} is not the whole leftmost label`),
});
