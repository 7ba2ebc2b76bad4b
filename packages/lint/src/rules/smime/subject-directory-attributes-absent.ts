import { subjectDirectoryAttributes } from '../../certificate/extensions/subject-directory-attributes.ts';
import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const subjectDirectoryAttributesAbsent = certificateRule({
  name: 'smime/subject-directory-attributes-absent',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.j',
  from: '2023-09-01',
  appliesTo: isOfGeneration('strict', 'multipurpose'),
  check: (certificate) =>
    certificate.extensions.has(subjectDirectoryAttributes) ? 'there are subjectDirectoryAttributes' : undefined,
});
