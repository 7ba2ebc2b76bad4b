import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isSubscriber } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityInfoAccessUnique = certificateRule({
  name: 'tls/authority-info-access-unique',
  clause: 'Baseline Requirements 7.1.2.7.7',
  from: '2023-09-15',
  appliesTo: isSubscriber,
  check(certificate) {
    const seen = new Set<string>();
    return (certificate.value(authorityInfoAccess) ?? []).flatMap(({ method, location }) => {
      const key = location.kind === 'uniformResourceIdentifier' ? `${method} ${location.text.toLowerCase()}` : '';
      if (key !== '' && seen.has(key)) return [`authorityInfoAccess has ${quoted(key)} twice`];
      seen.add(key);
      return [];
    });
  },
});
