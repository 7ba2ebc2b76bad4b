import { unreadableValues } from '../checks/extensions.ts';
import { requestRule } from '../request-rule.ts';

export const extensionValue = requestRule({
  name: 'request/extension-value',
  clause: 'RFC 5280 §4.2',
  check: ({ extensions }) => unreadableValues(extensions),
});
