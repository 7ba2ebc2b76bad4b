import { isCodeSigner } from '../../certificate/code-signing.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const placeRequired = certificateRule({
  name: 'code-signing/place-required',
  clause: 'Code Signing Baseline Requirements 7.1.4.2.3',
  from: '2019-08-13',
  appliesTo: isCodeSigner,
  check: ({ subject }) =>
    subject.has(AttributeType.localityName) || subject.has(AttributeType.stateOrProvinceName)
      ? undefined
      : 'the subject has neither localityName nor stateOrProvinceName',
});
