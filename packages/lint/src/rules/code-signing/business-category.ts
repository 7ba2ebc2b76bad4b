import { CodeSigningPolicy, isCodeSigner } from '../../certificate/code-signing.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const businessCategoryRule = certificateRule({
  name: 'code-signing/business-category',
  clause: 'Code Signing Baseline Requirements 7.1.4.2.4.b',
  from: '2020-09-02',
  appliesTo: (certificate) => isCodeSigner(certificate) && hasPolicy(certificate, CodeSigningPolicy.extendedValidation),
  check: ({ subject }) =>
    subject
      .of(AttributeType.businessCategory)
      .filter(({ text }) => !CATEGORIES.has(text ?? ''))
      .map(({ text }) => `the businessCategory ${quoted(text ?? '')} is not one of ${[...CATEGORIES].join(', ')}`),
});

const CATEGORIES: ReadonlySet<string> = new Set([
  'Private Organization',
  'Government Entity',
  'Business Entity',
  'Non-Commercial Entity',
]);
