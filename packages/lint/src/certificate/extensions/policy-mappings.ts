import { requireTag, Sequence } from '../../ber/element.ts';
import { oidText, Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** RFC 5280 §4.2.1.5. */
export interface PolicyMapping {
  readonly issuerDomainPolicy: string;
  readonly subjectDomainPolicy: string;
}

export const policyMappings: ExtensionForm<readonly PolicyMapping[]> = {
  oid: '2.5.29.33',
  name: 'policyMappings',
  read: (value) =>
    requireTag(value, Tag.sequence, 'PolicyMappings').children.map((mapping) => {
      const parts = new Sequence(mapping, 'a policy mapping');
      const issuerDomainPolicy = oidText(parts.next('issuerDomainPolicy', Tag.objectIdentifier));
      const subjectDomainPolicy = oidText(parts.next('subjectDomainPolicy', Tag.objectIdentifier));
      parts.finish();
      return { issuerDomainPolicy, subjectDomainPolicy };
    }),
};
