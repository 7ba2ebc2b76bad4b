import { type Element, requireTag, Sequence } from '../../ber/element.ts';
import { MalformedError } from '../../ber/malformed.ts';
import { bitString, Tag, type WrittenBits } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';
import { readGeneralName, type WrittenGeneralName } from '../names/general-names.ts';

/** RFC 5280 §4.2.1.13. */
export interface DistributionPoint {
  readonly name: DistributionPointName | undefined;
  readonly reasons: WrittenBits | undefined;
  readonly crlIssuer: readonly WrittenGeneralName[] | undefined;
}

export type DistributionPointName =
  | { readonly kind: 'fullName'; readonly names: readonly WrittenGeneralName[] }
  | { readonly kind: 'nameRelativeToCRLIssuer'; readonly element: Element };

export const crlDistributionPoints: ExtensionForm<readonly DistributionPoint[]> = {
  oid: '2.5.29.31',
  name: 'cRLDistributionPoints',
  read: readPoints,
};

/** RFC 5280 §4.2.1.15. */
export const freshestCrl: ExtensionForm<readonly DistributionPoint[]> = {
  oid: '2.5.29.46',
  name: 'freshestCRL',
  read: readPoints,
};

/** @throws {MalformedError} */
export function readDistributionPointName(wrapper: Element): DistributionPointName {
  const [choice, ...more] = wrapper.children;
  if (choice === undefined || more.length > 0) throw new MalformedError('a DistributionPointName is not one choice');
  if (choice.tag === 0xa0) return { kind: 'fullName', names: choice.children.map(readGeneralName) };
  if (choice.tag === 0xa1) return { kind: 'nameRelativeToCRLIssuer', element: choice };
  throw new MalformedError('a DistributionPointName is neither fullName nor nameRelativeToCRLIssuer');
}

function readPoints(value: Element): readonly DistributionPoint[] {
  return requireTag(value, Tag.sequence, 'CRLDistributionPoints').children.map((point) => {
    const parts = new Sequence(point, 'DistributionPoint');
    const name = parts.optional(0xa0);
    const reasons = parts.optional(0x81);
    const crlIssuer = parts.optional(0xa2);
    parts.finish();
    return {
      name: name && readDistributionPointName(name),
      reasons: reasons && bitString(reasons),
      crlIssuer: crlIssuer?.children.map(readGeneralName),
    };
  });
}
