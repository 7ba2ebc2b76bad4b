import { type Element, requireTag, Sequence } from '../../ber/element.ts';
import { oidText, Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';
import { readGeneralName, type WrittenGeneralName } from '../names/general-names.ts';

/** RFC 5280 §4.2.2.1. */
export interface AccessDescription {
  readonly method: string;
  readonly location: WrittenGeneralName;
}

export const authorityInfoAccess: ExtensionForm<readonly AccessDescription[]> = {
  oid: '1.3.6.1.5.5.7.1.1',
  name: 'authorityInfoAccess',
  read: readDescriptions,
};

export const subjectInfoAccess: ExtensionForm<readonly AccessDescription[]> = {
  oid: '1.3.6.1.5.5.7.1.11',
  name: 'subjectInfoAccess',
  read: readDescriptions,
};

export const AccessMethod = { ocsp: '1.3.6.1.5.5.7.48.1', caIssuers: '1.3.6.1.5.5.7.48.2' } as const;

function readDescriptions(value: Element): readonly AccessDescription[] {
  return requireTag(value, Tag.sequence, 'a list of access descriptions').children.map((description) => {
    const parts = new Sequence(description, 'AccessDescription');
    const method = oidText(parts.next('accessMethod', Tag.objectIdentifier));
    const location = readGeneralName(parts.next('accessLocation'));
    parts.finish();
    return { method, location };
  });
}
