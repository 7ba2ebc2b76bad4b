import { writtenDefaults } from '../checks/extensions.ts';
import { requestRule } from '../request-rule.ts';

export const defaultNotWritten = requestRule({
  name: 'request/default-not-written',
  clause: 'X.690 §11.5',
  check: ({ extensions }) => writtenDefaults(extensions),
});
