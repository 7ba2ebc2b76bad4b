/** Values that `@peculiar/asn1-x509` has read, as values of this package, so that the two can be compared. */
import { AsnConvert, type BitString } from '@peculiar/asn1-schema';
import type * as x509 from '@peculiar/asn1-x509';

import type { CertificatePolicy } from '../src/extension/certificate-policies.ts';
import {
  CRL_REASONS,
  type CrlReason,
  type DistributionPoint,
  type DistributionPointName,
} from '../src/extension/distribution-point.ts';
import type { DisplayText, DisplayTextType, PolicyQualifier } from '../src/extension/policy-qualifier.ts';
import { oid, writeDer } from '../src/der/index.ts';
import { parseIpAddress, parseIpNetwork, type GeneralName } from '../src/general-name/index.ts';
import { DistinguishedName } from '../src/name/index.ts';

/** A name of a form that `generalNames` generates. */
export function generalName(name: x509.GeneralName): GeneralName {
  if (name.otherName !== undefined)
    return { type: 'otherName', typeId: oid(name.otherName.typeId), value: octets(name.otherName.value) };
  if (name.rfc822Name !== undefined) return { type: 'rfc822Name', value: name.rfc822Name };
  if (name.dNSName !== undefined) return { type: 'dNSName', value: name.dNSName };
  if (name.directoryName !== undefined) return { type: 'directoryName', value: distinguishedName(name.directoryName) };
  if (name.uniformResourceIdentifier !== undefined)
    return { type: 'uniformResourceIdentifier', value: name.uniformResourceIdentifier };
  if (name.registeredID !== undefined) return { type: 'registeredID', value: oid(name.registeredID) };
  const address = name.iPAddress ?? '';
  return { type: 'iPAddress', value: parseIpAddress(address) ?? parseIpNetwork(address)! };
}

export function distributionPoint(point: x509.DistributionPoint): DistributionPoint {
  return {
    ...(point.distributionPoint && { distributionPoint: distributionPointName(point.distributionPoint) }),
    ...(point.reasons && { reasons: crlReasons(point.reasons) }),
    ...(point.cRLIssuer && { cRLIssuer: point.cRLIssuer.map(generalName) }),
  };
}

export function distributionPointName(name: x509.DistributionPointName): DistributionPointName {
  if (name.fullName !== undefined) return { type: 'fullName', names: name.fullName.map(generalName) };
  const rdn = new Uint8Array(AsnConvert.serialize(name.nameRelativeToCRLIssuer));
  const der = writeDer((writer) => writer.sequence(() => writer.raw(rdn)));
  return { type: 'nameRelativeToCRLIssuer', name: DistinguishedName.fromDer(der) };
}

export function crlReasons(reasons: x509.Reason): ReadonlySet<CrlReason> {
  return bitNames(reasons, CRL_REASONS);
}

/** The names of the bits that are set. */
export function bitNames<T extends string>(bits: BitString, names: readonly (T | undefined)[]): Set<T> {
  // toNumber() has bit 0 as its lowest.
  return new Set(names.filter((name, bit): name is T => name !== undefined && (bits.toNumber() & (1 << bit)) !== 0));
}

export function certificatePolicy(policy: x509.PolicyInformation, parse: ParseQualifier): CertificatePolicy {
  const qualifiers = (policy.policyQualifiers ?? []).map(({ policyQualifierId, qualifier }): PolicyQualifier => {
    const { cPSuri, userNotice } = parse(qualifier);
    if (policyQualifierId === '1.3.6.1.5.5.7.2.1') return { type: 'cps', uri: cPSuri! };
    const { noticeRef, explicitText } = userNotice!;
    return {
      type: 'userNotice',
      ...(noticeRef && {
        noticeRef: {
          organization: displayText(noticeRef.organization),
          noticeNumbers: noticeRef.noticeNumbers.map(BigInt),
        },
      }),
      ...(explicitText && { explicitText: displayText(explicitText) }),
    };
  });
  return { policy: oid(policy.policyIdentifier), qualifiers };
}

export type ParseQualifier = (der: ArrayBuffer) => x509.Qualifier;

/** An INTEGER that was kept as its content octets. */
export function integer(content: ArrayBuffer): bigint {
  return BigInt.asIntN(content.byteLength * 8, BigInt(`0x${octets(content).toHex()}`));
}

export function octets(buffer: ArrayBuffer): Uint8Array {
  return new Uint8Array(buffer);
}

function distinguishedName(name: x509.Name): DistinguishedName {
  return DistinguishedName.fromDer(octets(AsnConvert.serialize(name)));
}

function displayText(text: x509.DisplayText): DisplayText {
  const types: readonly DisplayTextType[] = ['utf8String', 'ia5String', 'visibleString', 'bmpString'];
  const type = types.find((one) => text[one] !== undefined)!;
  return { type, text: text[type]! };
}
