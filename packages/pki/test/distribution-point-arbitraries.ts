/** Generated distribution points for property tests. */
import * as fc from 'fast-check';

import {
  CRL_REASONS,
  type CrlReason,
  type DistributionPoint,
  type DistributionPointName,
} from '../src/extension/distribution-point.ts';
import { distinguishedNames, generalNameLists } from './general-name-arbitraries.ts';

/** At least one reason. */
export function reasonSets(): fc.Arbitrary<ReadonlySet<CrlReason>> {
  const reasons = CRL_REASONS.filter((reason) => reason !== undefined);
  return fc.subarray(reasons, { minLength: 1 }).map((some) => new Set(some));
}

/** Names of both kinds. */
export function distributionPointNames(): fc.Arbitrary<DistributionPointName> {
  return fc.oneof(
    generalNameLists().map((names): DistributionPointName => ({ type: 'fullName', names })),
    distinguishedNames(1, 1).map((name): DistributionPointName => ({ type: 'nameRelativeToCRLIssuer', name })),
  );
}

/** One to three points that may be written. */
export function distributionPointLists(): fc.Arbitrary<readonly DistributionPoint[]> {
  const point = fc
    .record(
      { distributionPoint: distributionPointNames(), reasons: reasonSets(), cRLIssuer: generalNameLists() },
      { requiredKeys: [], noNullPrototype: true },
    )
    .filter(
      ({ distributionPoint, cRLIssuer }) =>
        (distributionPoint !== undefined || cRLIssuer !== undefined) &&
        (distributionPoint?.type !== 'nameRelativeToCRLIssuer' || (cRLIssuer?.length ?? 0) < 2),
    );
  return fc.array(point, { minLength: 1, maxLength: 3 });
}
