/** Values of a form's field by its type. */
import type { ApprovalProperty, ApprovalPropertyType } from './approval-profile.ts';

/** Returns whether `value` can stand in the field. An empty text can in every field: then nothing was said. */
export function isPropertyValue({ type, choices }: Pick<ApprovalProperty, 'type' | 'choices'>, value: string): boolean {
  return value === '' || FITS[type](value, choices);
}

const FITS: Readonly<Record<ApprovalPropertyType, (value: string, choices: readonly string[]) => boolean>> = {
  String: (value) => !/[\r\n]/.test(value),
  MultiLineString: () => true,
  UrlString: (value) => !/\s/.test(value) && URL.canParse(value),
  Integer: (value) => isIntegerOf(value, 32),
  Long: (value) => isIntegerOf(value, 64),
  Boolean: (value) => value === 'true' || value === 'false',
  RadioButton: (value, choices) => choices.includes(value),
};

function isIntegerOf(value: string, bits: 32 | 64): boolean {
  return /^-?\d{1,19}$/.test(value) && BigInt.asIntN(bits, BigInt(value)) === BigInt(value);
}
