import { requireTag } from '../../ber/element.ts';
import { Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** RFC 6960 §4.2.2.2.1: a NULL. */
export const ocspNoCheck: ExtensionForm<true> = {
  oid: '1.3.6.1.5.5.7.48.1.5',
  name: 'ocsp-nocheck',
  read(value) {
    requireTag(value, Tag.null, 'the no-check');
    return true;
  },
};
