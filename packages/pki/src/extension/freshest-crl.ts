/** freshestCRL: where the delta CRLs are (RFC 5280 §4.2.1.15, §5.2.6). */
import { oid } from '../der/index.ts';
import { distributionPointsExtension, type DistributionPoint } from './distribution-point.ts';
import type { ExtensionType } from './extension.ts';

/** In certificates and complete CRLs. Checks as {@link distributionPointsExtension} says. */
export const freshestCrl: ExtensionType<readonly DistributionPoint[]> = distributionPointsExtension(
  oid('2.5.29.46'),
  'freshestCRL',
);
