import { isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';
import { outOfOrder } from './attribute-order.ts';

export const caAttributeOrder = certificateRule({
  name: 'tls/ca-attribute-order',
  clause: 'Baseline Requirements 7.1.4.2',
  // A CA that has its name already keeps it, octet for octet (7.1.4.1).
  level: 'warning',
  from: '2023-09-15',
  appliesTo: (certificate) => !isSubscriber(certificate),
  check: outOfOrder,
});
