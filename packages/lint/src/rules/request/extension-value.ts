import { KNOWN_FORMS } from '../../certificate/extensions/known-forms.ts';
import { requestRule } from '../request-rule.ts';

export const extensionValue = requestRule({
  name: 'request/extension-value',
  clause: 'RFC 5280 §4.2',
  level: 'error',
  check: ({ extensions }) =>
    KNOWN_FORMS.flatMap((form) => {
      const defect = extensions.defect(form);
      return defect === undefined ? [] : [`${form.name} cannot be read: ${defect}`];
    }),
});
