import { allElements } from '../../ber/all-elements.ts';
import { Element } from '../../ber/element.ts';
import { Tag } from '../../ber/values.ts';
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { KNOWN_FORMS } from '../../certificate/extensions/known-forms.ts';
import { certificateRule } from '../certificate-rule.ts';

export const booleanValue = certificateRule({
  name: 'rfc5280/boolean-value',
  clause: 'X.690 §11.1',
  level: 'error',
  check: (certificate) =>
    [certificate.tbs, ...valuesOf(certificate)]
      .flatMap(allElements)
      .some((element) => element.tag === Tag.boolean && (element.length !== 1 || (element.octet(0)! + 1) & 0xfe))
      ? 'a BOOLEAN is neither 00 nor FF'
      : undefined,
});

/** Values of extensions that can be read; the others have a rule of their own. */
function valuesOf({ extensions }: CertificateUnderLint): readonly Element[] {
  return KNOWN_FORMS.flatMap((form) =>
    extensions.has(form) && extensions.defect(form) === undefined ? [Element.only(extensions.find(form)!.value)] : [],
  );
}
