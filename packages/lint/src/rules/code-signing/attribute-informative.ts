import { isCodeSigner } from '../../certificate/code-signing.ts';
import { checkInformative } from '../checks/subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const attributeInformative = certificateRule({
  name: 'code-signing/attribute-informative',
  clause: 'Code Signing Baseline Requirements 7.1.4.2.2.d',
  from: '2019-08-13',
  appliesTo: isCodeSigner,
  check: checkInformative,
});
