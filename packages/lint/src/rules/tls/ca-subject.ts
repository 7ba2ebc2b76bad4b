import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caSubject = certificateRule({
  name: 'tls/ca-subject',
  clause: 'Baseline Requirements 7.1.2.10.2',
  from: '2012-07-01',
  appliesTo: ({ isCa }) => isCa,
  check: ({ subject, notBefore }) =>
    REQUIRED.filter(
      ({ type, from }) => (notBefore.seconds ?? 0) >= from && !subject.of(type).some(({ text }) => text !== ''),
    ).map(({ name }) => `the subject of a CA has no ${name}`),
});

const REQUIRED = [
  { type: AttributeType.countryName, name: 'countryName', from: 0 },
  { type: AttributeType.organizationName, name: 'organizationName', from: 0 },
  { type: AttributeType.commonName, name: 'commonName', from: Date.UTC(2017, 5, 8) / 1000 },
];
