/** Extensions of CRLs (RFC 5280 §5.2). */
import { requireTag, Sequence } from '../ber/element.ts';
import { bitString, boolean, Tag, WrittenTime } from '../ber/values.ts';
import type { ExtensionForm } from '../certificate/extension-form.ts';
import {
  type DistributionPointName,
  freshestCrl,
  readDistributionPointName,
} from '../certificate/extensions/crl-distribution-points.ts';
import { authorityInfoAccess } from '../certificate/extensions/info-access.ts';
import { authorityKeyIdentifier } from '../certificate/extensions/key-identifiers.ts';
import { issuerAltName } from '../certificate/extensions/subject-alt-name.ts';

/** RFC 5280 §5.2.3: the content octets of the INTEGER. */
export const crlNumber: ExtensionForm<Uint8Array> = {
  oid: '2.5.29.20',
  name: 'cRLNumber',
  read: (value) => requireTag(value, Tag.integer, 'CRLNumber').content,
};

/** RFC 5280 §5.2.4: the same of the base CRL. */
export const deltaCrlIndicator: ExtensionForm<Uint8Array> = {
  oid: '2.5.29.27',
  name: 'deltaCRLIndicator',
  read: (value) => requireTag(value, Tag.integer, 'BaseCRLNumber').content,
};

/** RFC 5280 §5.2.5. */
export interface IssuingDistributionPoint {
  readonly isEmpty: boolean;
  readonly name: DistributionPointName | undefined;
  readonly onlyContainsUserCerts: boolean;
  readonly onlyContainsCaCerts: boolean;
  readonly onlySomeReasons: Uint8Array | undefined;
  readonly indirectCrl: boolean;
  readonly onlyContainsAttributeCerts: boolean;
  /** True when a flag is written that is false, as it is by default. */
  readonly hasWrittenDefault: boolean;
}

export const issuingDistributionPoint: ExtensionForm<IssuingDistributionPoint> = {
  oid: '2.5.29.28',
  name: 'issuingDistributionPoint',
  read(value) {
    const parts = new Sequence(value, 'IssuingDistributionPoint');
    const isEmpty = parts.atEnd;
    const name = parts.optional(0xa0);
    const users = parts.optional(0x81);
    const cas = parts.optional(0x82);
    const reasons = parts.optional(0x83);
    const indirect = parts.optional(0x84);
    const attributes = parts.optional(0x85);
    parts.finish();
    const flags = [users, cas, indirect, attributes].map((flag) => flag && boolean(flag));
    return {
      isEmpty,
      name: name && readDistributionPointName(name),
      onlyContainsUserCerts: flags[0] === true,
      onlyContainsCaCerts: flags[1] === true,
      onlySomeReasons: reasons && bitString(reasons).octets,
      indirectCrl: flags[2] === true,
      onlyContainsAttributeCerts: flags[3] === true,
      hasWrittenDefault: flags.includes(false),
    };
  },
};

/** X.509 §9.5.2.8. */
export const expiredCertsOnCrl: ExtensionForm<WrittenTime> = {
  oid: '2.5.29.60',
  name: 'expiredCertsOnCRL',
  read: (value) => new WrittenTime(requireTag(value, Tag.generalizedTime, 'ExpiredCertsOnCRL')),
};

/** Every extension of a CRL whose value is read. */
export const CRL_FORMS: readonly ExtensionForm<unknown>[] = [
  authorityInfoAccess,
  authorityKeyIdentifier,
  crlNumber,
  deltaCrlIndicator,
  expiredCertsOnCrl,
  freshestCrl,
  issuerAltName,
  issuingDistributionPoint,
];
