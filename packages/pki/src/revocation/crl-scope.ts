/** Which certificates and reasons a CRL speaks of (RFC 5280 §6.3.3 (b) and (d)). */
import type { Certificate } from '../certificate/index.ts';
import type { Crl } from '../crl/index.ts';
import { compareBytes, writeDer } from '../der/index.ts';
import {
  basicConstraints,
  CRL_REASONS,
  type CrlReason,
  type DistributionPoint,
  type DistributionPointName,
  issuingDistributionPoint,
  type IssuingDistributionPoint,
} from '../extension/index.ts';
import { type GeneralName, writeGeneralName } from '../general-name/index.ts';
import { DistinguishedName } from '../name/index.ts';

/** Every reason that a CRL can be limited to. */
export const ALL_REASONS: ReadonlySet<CrlReason> = new Set(CRL_REASONS.filter((reason) => reason !== undefined));

/**
 * The reasons for which `crl` says whether `certificate` is revoked, when it is looked for where `point` says; undefined when it does not speak
 * of the certificate.
 *
 * @throws {DerError}
 */
export function reasonsCovered(
  crl: Crl,
  certificate: Certificate,
  point: DistributionPoint,
): ReadonlySet<CrlReason> | undefined {
  const issuing = crl.extension(issuingDistributionPoint);
  if (!isIssuer(crl, certificate, point, issuing)) return undefined;
  if (issuing !== undefined && !isInScope(issuing, crl, certificate, point)) return undefined;
  const limits = [point.reasons, issuing?.onlySomeReasons].filter((reasons) => reasons !== undefined);
  return new Set([...ALL_REASONS].filter((reason) => limits.every((limit) => limit.has(reason))));
}

/** The point that every certificate has: the CRLs of its issuer, by the issuer's name (§6.3.3). */
export function impliedPoint({ issuer }: Certificate): DistributionPoint {
  return { distributionPoint: { type: 'fullName', names: [{ type: 'directoryName', value: issuer }] } };
}

/** Somebody else's list only when the certificate says so, and the list as well. */
function isIssuer(
  { issuer }: Crl,
  certificate: Certificate,
  { cRLIssuer }: DistributionPoint,
  issuing: IssuingDistributionPoint | undefined,
): boolean {
  if (cRLIssuer === undefined) return issuer.equals(certificate.issuer);
  return (
    issuing?.indirectCRL === true &&
    cRLIssuer.some((name) => name.type === 'directoryName' && name.value.equals(issuer))
  );
}

function isInScope(
  issuing: IssuingDistributionPoint,
  crl: Crl,
  certificate: Certificate,
  point: DistributionPoint,
): boolean {
  if (issuing.onlyContainsAttributeCerts) return false;
  const isCa = certificate.extension(basicConstraints)?.ca === true;
  if (isCa ? issuing.onlyContainsUserCerts : issuing.onlyContainsCACerts) return false;
  if (issuing.distributionPoint === undefined) return true;
  const { issuer } = crl;
  const names = namesOf(issuing.distributionPoint, issuer);
  const wanted =
    point.distributionPoint === undefined ? (point.cRLIssuer ?? []) : namesOf(point.distributionPoint, issuer);
  return names.some((name) => wanted.some((other) => isSameName(name, other)));
}

function namesOf(point: DistributionPointName, issuer: DistinguishedName): readonly GeneralName[] {
  if (point.type === 'fullName') return point.names;
  const value = DistinguishedName.of([...issuer.rdns, ...point.name.rdns]);
  return [{ type: 'directoryName', value }];
}

function isSameName(a: GeneralName, b: GeneralName): boolean {
  if (a.type === 'directoryName' && b.type === 'directoryName') return a.value.equals(b.value);
  return compareBytes(encoded(a), encoded(b)) === 0;
}

function encoded(name: GeneralName): Uint8Array {
  return writeDer((writer) => writeGeneralName(writer, name));
}
