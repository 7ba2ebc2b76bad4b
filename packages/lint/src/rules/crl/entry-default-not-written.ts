import { writtenDefaults } from '../checks/extensions.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const entryDefaultNotWritten = crlEntryExtensionRule({
  name: 'crl/entry-default-not-written',
  clause: 'X.690 §11.5',
  check: ({ extensions }) => writtenDefaults(extensions),
});
