/** Values of fields, by type. */
import type { ApprovalProperty, ApprovalPropertyType } from './approval-profile.ts';

/** Returns whether the field can hold `value`. Every field can hold an empty text, which means no value. */
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
