import { unreadableValues } from '../checks/extensions.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extensionValue = certificateRule({
  name: 'rfc5280/extension-value',
  clause: 'RFC 5280 §4.2',
  check: ({ extensions }) => unreadableValues(extensions),
});
