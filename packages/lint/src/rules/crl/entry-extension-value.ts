import { ENTRY_FORMS } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const entryExtensionValue = crlEntryExtensionRule({
  name: 'crl/entry-extension-value',
  clause: 'RFC 5280 §5.3',
  check: ({ extensions }) =>
    ENTRY_FORMS.flatMap((form) => {
      const defect = extensions.defect(form);
      return defect === undefined ? [] : [`${form.name} cannot be read: ${defect}`];
    }),
});
