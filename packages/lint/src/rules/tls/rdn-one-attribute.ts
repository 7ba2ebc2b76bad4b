import { certificateRule } from '../certificate-rule.ts';

export const rdnOneAttribute = certificateRule({
  name: 'tls/rdn-one-attribute',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2023-09-15',
  check: ({ subject }) =>
    subject.rdns.some((rdn) => rdn.length > 1) ? 'a part of the subject has more than one attribute' : undefined,
});
