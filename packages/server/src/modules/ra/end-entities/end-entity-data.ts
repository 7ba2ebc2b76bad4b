/** Data that callers store with an end entity: values by object identifier or by names of their own. */
import { EnrollmentInputError } from '../errors/index.ts';
import type { ExtendedInformation } from './extended-information.ts';
import { isNamedSetting, type NamedSettings, readNamedSettings, withNamedSettings } from './named-settings.ts';
import type { NamedValue } from './named-value.ts';

/** Data in a request. */
export interface RequestedData {
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/**
 * Returns the further members of an end entity with the data of a request. A value replaces one of the same name.
 *
 * A name in `extensionData` that begins with `customdata_` belongs to `customData`. Names of settings in either of them are applied as settings and
 * not stored as data.
 *
 * @throws {@link EnrollmentInputError} for an empty or too long name, or too much data
 */
export function withEndEntityData(extended: ExtendedInformation, requested: RequestedData): ExtendedInformation {
  if (requested.extensionData.length === 0 && requested.customData.length === 0) return extended;
  const [own, custom] = partition(requested.extensionData);
  for (const { name } of [...own, ...custom, ...requested.customData]) requireNoRestriction(name);
  for (const { name } of [...own, ...custom]) requireName('extension_data', name);
  for (const { name } of requested.customData) requireName('custom_data', name);
  const data = (values: readonly NamedValue[]) => values.filter(({ name }) => !isNamedSetting(name));
  const merged = {
    ...withNamedSettings(extended, settingsOf(requested)),
    ...merge(extended, 'extensionData', data(own)),
    ...merge(extended, 'customData', data([...custom, ...requested.customData])),
  };
  const { length } = JSON.stringify(merged);
  if (length <= MAX_LENGTH) return merged;
  throw new EnrollmentInputError(
    `extension_data and custom_data come to ${length} characters with what the end entity has; ${MAX_LENGTH} are the most.`,
  );
}

/** Returns the settings among the data of a request. @throws {@link EnrollmentInputError} */
export function settingsOf({ extensionData, customData }: RequestedData): NamedSettings {
  const [own, custom] = partition(extensionData);
  return readNamedSettings([...own, ...custom, ...customData].filter(({ name }) => isNamedSetting(name)));
}

/** Tells whether a request contains extension data, not only custom data or settings. */
export function hasExtensionData({ extensionData }: Pick<RequestedData, 'extensionData'>): boolean {
  return extensionData.some(({ name }) => !name.startsWith(CUSTOM_PREFIX) && !isNamedSetting(name));
}

/** Refuses names that affect the certificate in EJBCA. Here they would be data without any effect. */
function requireNoRestriction(name: string): void {
  const advice = RESTRICTIONS[name.toUpperCase()];
  if (advice === undefined) return;
  throw new EnrollmentInputError(
    `The data of the end entity cannot have '${name}', which would have no effect. ${advice}`,
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
  // `fromEntries` makes `__proto__` an own member like any other name.
  return { [member]: Object.fromEntries([...before, ...values.map(({ name, value }) => [name, value] as const)]) };
}

/** Advice by name, in upper case. */
const RESTRICTIONS: Readonly<Record<string, string | undefined>> = {
  STARTTIME: 'Give start_time.',
  ENDTIME: 'Give end_time.',
  CERTIFICATESERIALNUMBER: 'Give certificate_serial_number.',
  RAWSUBJECTDN: 'Give subject_dn: its attributes and their order stay as they are.',
  QCETSIVALUELIMIT: 'The certificate profile has it (qcEtsiValueLimit); leave it out.',
};
const CUSTOM_PREFIX = 'customdata_';
const MAX_NAME_LENGTH = 255;
const MAX_LENGTH = 100_000;
