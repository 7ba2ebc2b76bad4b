/** Data that callers keep with an end entity: values by object identifier or by a name of their own. */
import { EnrollmentInputError } from '../errors.ts';
import type { ExtendedInformation } from './extended-information.ts';

/** One value under its name. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/**
 * The further members of an end entity with what a request adds; a value replaces the one of its name.
 *
 * A name of `extensionData` that begins with `customdata_` is one of `customData`.
 *
 * @throws {@link EnrollmentInputError} for a name that is empty or too long, or when it is too much
 */
export function withEndEntityData(
  extended: ExtendedInformation,
  {
    extensionData,
    customData,
  }: { readonly extensionData: readonly NamedValue[]; readonly customData: readonly NamedValue[] },
): ExtendedInformation {
  if (extensionData.length === 0 && customData.length === 0) return extended;
  const [own, custom] = partition(extensionData);
  for (const { name } of [...own, ...custom, ...customData]) requireNoRestriction(name);
  for (const { name } of [...own, ...custom]) requireName('extension_data', name);
  for (const { name } of customData) requireName('custom_data', name);
  const merged = {
    ...extended,
    ...merge(extended, 'extensionData', own),
    ...merge(extended, 'customData', [...custom, ...customData]),
  };
  const { length } = JSON.stringify(merged);
  if (length <= MAX_LENGTH) return merged;
  throw new EnrollmentInputError(
    `extension_data and custom_data come to ${length} characters with what the end entity has; ${MAX_LENGTH} are the most.`,
  );
}

/** Tells whether a request brings data for extensions, and not for its sender alone. */
export function hasExtensionData({ extensionData }: { readonly extensionData: readonly NamedValue[] }): boolean {
  return extensionData.some(({ name }) => !name.startsWith(CUSTOM_PREFIX));
}

/** Some names restrict the certificate where this interface comes from. Here they would be data that restricts nothing. */
function requireNoRestriction(name: string): void {
  const advice = RESTRICTIONS[name.toUpperCase()];
  if (advice === undefined) return;
  throw new EnrollmentInputError(
    `The data of the end entity cannot have '${name}', which would restrict nothing. ${advice}`,
  );
}

function requireName(member: string, name: string): void {
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return;
  throw new EnrollmentInputError(
    `${member} has a name of ${name.length} characters; 1 to ${MAX_NAME_LENGTH} are right.`,
  );
}

function partition(values: readonly NamedValue[]): [own: NamedValue[], custom: NamedValue[]] {
  const own: NamedValue[] = [];
  const custom: NamedValue[] = [];
  for (const { name, value } of values) {
    if (name.startsWith(CUSTOM_PREFIX)) custom.push({ name: name.slice(CUSTOM_PREFIX.length), value });
    else own.push({ name, value });
  }
  return [own, custom];
}

function merge(
  extended: ExtendedInformation,
  member: 'extensionData' | 'customData',
  values: readonly NamedValue[],
): ExtendedInformation {
  if (values.length === 0) return {};
  const before = Object.entries(extended[member] ?? {});
  // `fromEntries` makes an own member of `__proto__` as of any other name.
  return { [member]: Object.fromEntries([...before, ...values.map(({ name, value }) => [name, value] as const)]) };
}

const BY_PROFILE = 'It is for the certificate profile or the request to say; leave it out.';
/** Advice for each name, in upper case. */
const RESTRICTIONS: Readonly<Record<string, string | undefined>> = {
  STARTTIME: 'Give start_time.',
  ENDTIME: 'Give end_time.',
  REVOCATIONREASON: 'Revoke the certificate once it is issued.',
  REQUESTCOUNTER: BY_PROFILE,
  NAMECONSTRAINTS_PERMITTED: BY_PROFILE,
  NAMECONSTRAINTS_EXCLUDED: BY_PROFILE,
  QCETSIVALUELIMIT: BY_PROFILE,
};
const CUSTOM_PREFIX = 'customdata_';
const MAX_NAME_LENGTH = 255;
const MAX_LENGTH = 100_000;
