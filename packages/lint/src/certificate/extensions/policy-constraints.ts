import { requireTag, Sequence } from '../../ber/element.ts';
import { smallInteger, Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** RFC 5280 §4.2.1.11. */
export interface PolicyConstraints {
  readonly requireExplicitPolicy: number | undefined;
  readonly inhibitPolicyMapping: number | undefined;
}

export const policyConstraints: ExtensionForm<PolicyConstraints> = {
  oid: '2.5.29.36',
  name: 'policyConstraints',
  read(value) {
    const parts = new Sequence(value, 'PolicyConstraints');
    const requireExplicit = parts.optional(0x80);
    const inhibitMapping = parts.optional(0x81);
    parts.finish();
    return {
      requireExplicitPolicy: requireExplicit && smallInteger(requireExplicit),
      inhibitPolicyMapping: inhibitMapping && smallInteger(inhibitMapping),
    };
  },
};

/** RFC 5280 §4.2.1.14: the number of certificates; undefined for one of more than six octets. */
export const inhibitAnyPolicy: ExtensionForm<number | undefined> = {
  oid: '2.5.29.54',
  name: 'inhibitAnyPolicy',
  read: (value) => smallInteger(requireTag(value, Tag.integer, 'InhibitAnyPolicy')),
};
