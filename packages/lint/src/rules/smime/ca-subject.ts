import { checkCaSubject } from '../checks/subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caSubject = certificateRule({
  name: 'smime/ca-subject',
  clause: 'S/MIME Baseline Requirements 7.1.4.3.1',
  from: '2023-09-01',
  appliesTo: ({ isCa }) => isCa,
  check: checkCaSubject,
});
