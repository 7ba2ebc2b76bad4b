import { CodeSigningPolicy, isCodeSigner } from '../../certificate/code-signing.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedValidationSubject = certificateRule({
  name: 'code-signing/extended-validation-subject',
  clause: 'Code Signing Baseline Requirements 7.1.4.2.4',
  from: '2020-09-02',
  appliesTo: (certificate) => isCodeSigner(certificate) && hasPolicy(certificate, CodeSigningPolicy.extendedValidation),
  check: ({ subject }) =>
    (['businessCategory', 'jurisdictionCountry', 'serialNumber'] as const)
      .filter((name) => !subject.has(AttributeType[name]))
      .map((name) => `the subject of a certificate of extended validation has no ${name}`),
});
