import { isCodeSigner } from '../../certificate/code-signing.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const subjectRequired = certificateRule({
  name: 'code-signing/subject-required',
  clause: 'Code Signing Baseline Requirements 7.1.4.2.3',
  from: '2019-08-13',
  appliesTo: isCodeSigner,
  check: ({ subject }) =>
    (['commonName', 'organizationName', 'countryName'] as const)
      .filter((name) => !subject.has(AttributeType[name]))
      .map((name) => `the subject has no ${name}`),
});
