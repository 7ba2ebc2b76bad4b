import { endsWithOne } from '../../ber/values.ts';
import { crlDistributionPoints, freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const reasonsShortest = certificateRule({
  name: 'rfc5280/reasons-shortest',
  clause: 'X.690 §11.2.2',
  check: (certificate) =>
    [crlDistributionPoints, freshestCrl]
      .filter((form) => certificate.value(form)?.some(({ reasons }) => reasons !== undefined && !endsWithOne(reasons)))
      .map(({ name }) => `reasons of ${name} have zero bits at their end, which DER leaves out`),
});
