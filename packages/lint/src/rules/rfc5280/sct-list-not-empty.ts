import { sctList } from '../../certificate/extensions/transparency.ts';
import { certificateRule } from '../certificate-rule.ts';

export const sctListNotEmpty = certificateRule({
  name: 'rfc5280/sct-list-not-empty',
  clause: 'RFC 6962 §3.3',
  from: '2013-06-01',
  check: (certificate) => (certificate.value(sctList)?.length === 0 ? 'the list of SCTs is empty' : undefined),
});
