import { type Element, requireTag } from '../../ber/element.ts';
import { Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** RFC 5280 §4.2.1.8: attributes as they stand. */
export const subjectDirectoryAttributes: ExtensionForm<readonly Element[]> = {
  oid: '2.5.29.9',
  name: 'subjectDirectoryAttributes',
  read: (value) => requireTag(value, Tag.sequence, 'SubjectDirectoryAttributes').children,
};
