import { Sequence } from '../../ber/element.ts';
import { boolean, smallInteger, Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** RFC 5280 §4.2.1.9. */
export interface BasicConstraints {
  readonly ca: boolean;
  readonly pathLength: number | undefined;
}

export const basicConstraints: ExtensionForm<BasicConstraints> = {
  oid: '2.5.29.19',
  name: 'basicConstraints',
  read(value) {
    const parts = new Sequence(value, 'BasicConstraints');
    const ca = parts.optional(Tag.boolean);
    const pathLength = parts.optional(Tag.integer);
    parts.finish();
    return {
      ca: ca !== undefined && boolean(ca),
      // A number that is too large for this is larger than every path.
      pathLength: pathLength && (smallInteger(pathLength) ?? Number.MAX_SAFE_INTEGER),
    };
  },
};
