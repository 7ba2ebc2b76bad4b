import { allElements } from '../../ber/all-elements.ts';
import { Tag } from '../../ber/values.ts';
import { certificateRule } from '../certificate-rule.ts';

export const minimalInteger = certificateRule({
  name: 'rfc5280/minimal-integer',
  clause: 'X.690 §8.3.2',
  level: 'error',
  check: ({ tbs }) =>
    allElements(tbs).some(
      (element) =>
        element.tag === Tag.integer &&
        (element.length === 0 ||
          (element.length > 1 &&
            ((element.octet(0) === 0 && element.octet(1)! < 0x80) ||
              (element.octet(0) === 0xff && element.octet(1)! >= 0x80)))),
    )
      ? 'an INTEGER is empty, or has an octet more than it needs'
      : undefined,
});
