import { type Element, requireTag, Sequence } from '../../ber/element.ts';
import { oidText, Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** RFC 5280 §4.2.1.4. */
export interface PolicyInformation {
  readonly policy: string;
  /** The SEQUENCE of qualifiers, where it is written. */
  readonly qualifiersElement: Element | undefined;
  readonly qualifiers: readonly PolicyQualifier[];
}

export interface PolicyQualifier {
  readonly id: string;
  readonly value: Element;
}

export const certificatePolicies: ExtensionForm<readonly PolicyInformation[]> = {
  oid: '2.5.29.32',
  name: 'certificatePolicies',
  read: (value) => requireTag(value, Tag.sequence, 'CertificatePolicies').children.map(readPolicy),
};

export const ANY_POLICY = '2.5.29.32.0';

export const PolicyQualifierId = { cps: '1.3.6.1.5.5.7.2.1', userNotice: '1.3.6.1.5.5.7.2.2' } as const;

function readPolicy(element: Element): PolicyInformation {
  const parts = new Sequence(element, 'PolicyInformation');
  const policy = oidText(parts.next('policyIdentifier', Tag.objectIdentifier));
  const qualifiersElement = parts.optional(Tag.sequence);
  parts.finish();
  return { policy, qualifiersElement, qualifiers: qualifiersElement?.children.map(readQualifier) ?? [] };
}

function readQualifier(element: Element): PolicyQualifier {
  const parts = new Sequence(element, 'PolicyQualifierInfo');
  const id = oidText(parts.next('policyQualifierId', Tag.objectIdentifier));
  const value = parts.next('qualifier');
  parts.finish();
  return { id, value };
}
