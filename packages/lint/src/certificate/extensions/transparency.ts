import { requireTag } from '../../ber/element.ts';
import { MalformedError } from '../../ber/malformed.ts';
import { Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** RFC 6962 §3.3: the serialized SCTs. */
export const sctList: ExtensionForm<readonly Uint8Array[]> = {
  oid: '1.3.6.1.4.1.11129.2.4.2',
  name: 'signedCertificateTimestampList',
  read(value) {
    const { content } = requireTag(value, Tag.octetString, 'SignedCertificateTimestampList');
    if (content.length < 2 || content.length - 2 !== content[0]! * 256 + content[1]!)
      throw new MalformedError('the list has not the length that it says');
    const scts: Uint8Array[] = [];
    for (let at = 2; at < content.length;) {
      const length = content[at]! * 256 + (content[at + 1] ?? 0);
      const end = at + 2 + length;
      if (length === 0 || end > content.length) throw new MalformedError('an SCT goes past the end of the list');
      scts.push(content.subarray(at + 2, end));
      at = end;
    }
    return scts;
  },
};

/** RFC 6962 §3.1: a NULL. */
export const precertificatePoison: ExtensionForm<true> = {
  oid: '1.3.6.1.4.1.11129.2.4.3',
  name: 'precertificatePoison',
  read(value) {
    if (requireTag(value, Tag.null, 'the poison').length > 0) throw new MalformedError('the NULL is not empty');
    return true;
  },
};
