import { CRL_FORMS } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const extensionValue = crlRule({
  name: 'crl/extension-value',
  clause: 'RFC 5280 §5.2',
  check: ({ extensions }) =>
    CRL_FORMS.flatMap((form) => {
      const defect = extensions.defect(form);
      return defect === undefined ? [] : [`${form.name} cannot be read: ${defect}`];
    }),
});
