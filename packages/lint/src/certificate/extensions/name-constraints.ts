import { type Element, Sequence } from '../../ber/element.ts';
import { smallInteger } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';
import { readGeneralName, type WrittenGeneralName } from '../names/general-names.ts';

/** RFC 5280 §4.2.1.10. Undefined for a list that is not written. */
export interface NameConstraints {
  readonly permitted: readonly GeneralSubtree[] | undefined;
  readonly excluded: readonly GeneralSubtree[] | undefined;
}

export interface GeneralSubtree {
  readonly base: WrittenGeneralName;
  readonly minimum: number;
  readonly maximum: number | undefined;
}

export const nameConstraints: ExtensionForm<NameConstraints> = {
  oid: '2.5.29.30',
  name: 'nameConstraints',
  read(value) {
    const parts = new Sequence(value, 'NameConstraints');
    const permitted = parts.optional(0xa0)?.children.map(readSubtree);
    const excluded = parts.optional(0xa1)?.children.map(readSubtree);
    parts.finish();
    return { permitted, excluded };
  },
};

function readSubtree(element: Element): GeneralSubtree {
  const parts = new Sequence(element, 'GeneralSubtree');
  const base = readGeneralName(parts.next('base'));
  const minimum = parts.optional(0x80);
  const maximum = parts.optional(0x81);
  parts.finish();
  return { base, minimum: readDistance(minimum) ?? 0, maximum: readDistance(maximum) };
}

function readDistance(element: Element | undefined): number | undefined {
  return element && (smallInteger(element) ?? Number.MAX_SAFE_INTEGER);
}
