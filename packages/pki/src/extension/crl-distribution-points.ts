/** cRLDistributionPoints: where the CRLs that cover a certificate are (RFC 5280 §4.2.1.13). */
import { oid } from '../der/index.ts';
import { distributionPointsExtension, type DistributionPoint } from './distribution-point.ts';
import type { ExtensionType } from './extension.ts';

/** In the order written. Checks as {@link distributionPointsExtension} says. */
export const crlDistributionPoints: ExtensionType<readonly DistributionPoint[]> = distributionPointsExtension(
  oid('2.5.29.31'),
  'cRLDistributionPoints',
);
