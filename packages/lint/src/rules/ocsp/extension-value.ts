import { OCSP_FORMS } from '../../ocsp/ocsp-forms.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const extensionValue = ocspDataRule({
  name: 'ocsp/extension-value',
  clause: 'RFC 6960 §4.4',
  check: ({ allExtensions }) =>
    allExtensions.flatMap((extensions) =>
      OCSP_FORMS.flatMap((form) => {
        const defect = extensions.defect(form);
        return defect === undefined ? [] : [`${form.name} cannot be read: ${defect}`];
      }),
    ),
});
