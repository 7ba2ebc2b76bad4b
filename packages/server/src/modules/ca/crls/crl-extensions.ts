/** The extensions of a CRL (RFC 5280 §5.2). */
import {
  authorityKeyIdentifier,
  crlNumber,
  deltaCrlIndicator,
  type DistributionPointName,
  type Extension,
  freshestCrl,
  issuingDistributionPoint,
  makeExtension,
} from '@sealwright/pki';
import type { SigningAuthority } from '../kinds/index.ts';
import { partitionUri } from '../settings/index.ts';

/** Place of a CRL among the CRLs of its CA. */
export interface CrlIdentity {
  readonly partition: number;
  readonly number: number;
  /** Number of the base CRL that a delta CRL refers to; undefined for a base CRL. */
  readonly baseNumber: number | undefined;
}

/** Returns the extensions in the order in which they are encoded. A delta CRL has the same scope as its base, so both state it alike (§5.2.4). */
export function crlExtensions({ settings, issuer }: SigningAuthority, crl: CrlIdentity): readonly Extension[] {
  const { authorityKeyIdentifier: keyIdentifier, number, issuingDistributionPoint: issuing } = settings.crl;
  const extensions: Extension[] = [];
  if (keyIdentifier !== undefined) {
    const value = { keyIdentifier: issuer.keyIdentifier };
    extensions.push(makeExtension(authorityKeyIdentifier, value, keyIdentifier.critical));
  }
  if (number !== undefined) extensions.push(makeExtension(crlNumber, BigInt(crl.number), number.critical));
  if (crl.baseNumber !== undefined) {
    extensions.push(makeExtension(deltaCrlIndicator, BigInt(crl.baseNumber), true));
  }
  if (issuing !== undefined) {
    const value = { ...ALL_CERTIFICATES, distributionPoint: point(settings.crl.distributionPoints, crl.partition) };
    extensions.push(makeExtension(issuingDistributionPoint, value, issuing.critical));
  }
  const { freshestUris, deltaLifetimeSeconds } = settings.crl;
  if (crl.baseNumber === undefined && deltaLifetimeSeconds > 0 && freshestUris.length > 0) {
    // Not allowed in a delta CRL (§5.2.6).
    const points = [{ distributionPoint: point(freshestUris, crl.partition) }];
    extensions.push(makeExtension(freshestCrl, points, false));
  }
  return extensions;
}

function point(uris: readonly string[], partition: number): DistributionPointName {
  return {
    type: 'fullName',
    names: uris.map((uri) => ({ type: 'uniformResourceIdentifier', value: partitionUri(uri, partition) })),
  };
}

/** Flags of a CRL that covers all kinds of certificates of its partition. */
const ALL_CERTIFICATES = {
  onlyContainsUserCerts: false,
  onlyContainsCACerts: false,
  indirectCRL: false,
  onlyContainsAttributeCerts: false,
} as const;
