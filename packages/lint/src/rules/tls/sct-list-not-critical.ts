import { sctList } from '../../certificate/extensions/transparency.ts';
import { certificateRule } from '../certificate-rule.ts';

export const sctListNotCritical = certificateRule({
  name: 'tls/sct-list-not-critical',
  clause: 'Baseline Requirements 7.1.2.7.6, 7.1.2.10.1',
  from: '2023-09-15',
  check: (certificate) =>
    certificate.extension(sctList)?.critical === true ? 'the list of SCTs is critical' : undefined,
});
