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
 * A name that begins with `customdata_` belongs to `customData`, without that beginning. Names of settings in either of them are applied as settings
 * and not stored as data.
 *
 * @throws {@link EnrollmentInputError} for an empty or too long name, or too much data
 */
export function withEndEntityData(extended: ExtendedInformation, requested: RequestedData): ExtendedInformation {
  if (requested.extensionData.length === 0 && requested.customData.length === 0) return extended;
  const { extension, custom } = sorted(requested);
  for (const { name } of [...extension, ...custom]) requireNoRestriction(name);
  for (const { name } of requested.extensionData) requireName('extension_data', name);
  for (const { name } of requested.customData) requireName('custom_data', name);
  const data = (values: readonly NamedValue[]) => values.filter(({ name }) => !isNamedSetting(name));
  const merged = {
    ...withNamedSettings(extended, settingsOf(requested)),
    ...merge(extended, 'extensionData', data(extension)),
    ...merge(extended, 'customData', data(custom)),
  };
  const { length } = JSON.stringify(merged);
  if (length <= MAX_LENGTH) return merged;
  throw new EnrollmentInputError(
    `extension_data and custom_data come to ${length} characters with what the end entity has; ${MAX_LENGTH} are the most.`,
  );
}

/** Returns the settings among the data of a request. @throws {@link EnrollmentInputError} */
export function settingsOf(requested: RequestedData): NamedSettings {
  const { extension, custom } = sorted(requested);
  return readNamedSettings([...extension, ...custom].filter(({ name }) => isNamedSetting(name)));
}

/** Tells whether a request contains extension data, not only custom data or settings. */
export function hasExtensionData({ extensionData }: Pick<RequestedData, 'extensionData'>): boolean {
  return extensionData.some(({ name }) => !CUSTOM_PREFIX.test(name) && !isNamedSetting(name));
}

/** Refuses names that mean something to EJBCA. Here they would be data without any effect. */
function requireNoRestriction(name: string): void {
  const advice = EXTENSION_PREFIX.test(name)
    ? 'Give the object identifier alone, in extension_data.'
    : RESTRICTIONS[name.toUpperCase()];
  if (advice === undefined) return;
  throw new EnrollmentInputError(
    `The data of the end entity cannot have '${name}', which would have no effect. ${advice}`,
  );
}

function requireName(member: string, name: string): void {
  const { length } = name.replace(CUSTOM_PREFIX, '');
  if (length > 0 && name.length <= MAX_NAME_LENGTH) return;
  throw new EnrollmentInputError(`${member} has a name of ${length} characters; 1 to ${MAX_NAME_LENGTH} are right.`);
}

/** Sorts the values of a request by where they belong. */
function sorted({ extensionData, customData }: RequestedData) {
  const isCustom = ({ name }: NamedValue) => CUSTOM_PREFIX.test(name);
  const custom = [...extensionData.filter(isCustom), ...customData];
  return {
    extension: extensionData.filter((value) => !isCustom(value)),
    custom: custom.map(({ name, value }) => ({ name: name.replace(CUSTOM_PREFIX, ''), value })),
  };
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

const KEYSTORE_ADVICE = 'Give key_alg and key_spec when its keystore is enrolled.';
const SSH_ADVICE =
  'Give it in the request for the SSH certificate, whose principals, options and extensions are its own.';
const APPROVAL_ADVICE = 'Requests for approval are searched by their end entity; leave it out.';
const LIMIT_ADVICE = 'The certificate profile has it (qcEtsiValueLimit); leave it out.';
/** Advice by name, in upper case. */
const RESTRICTIONS: Readonly<Record<string, string | undefined>> = {
  STARTTIME: 'Give start_time.',
  ENDTIME: 'Give end_time.',
  CERTIFICATESERIALNUMBER: 'Give certificate_serial_number.',
  RAWSUBJECTDN: 'Give subject_dn: its attributes and their order stay as they are.',
  ACCOUNTBINDINGID: 'Give account_binding_id.',
  CERTIFICATE_REQUEST: 'Give certificate_request when it enrolls.',
  REMAININGLOGINATTEMPTS: 'Give MAXFAILEDLOGINATTEMPTS; what remains is counted from there.',
  KEYSTORE_ALGORITHM_TYPE: KEYSTORE_ADVICE,
  KEYSTORE_ALGORITHM_SUBTYPE: KEYSTORE_ADVICE,
  SSH_PRINCIPALS: SSH_ADVICE,
  SSH_CRITICAL_OPTIONS: SSH_ADVICE,
  SSH_EXTENSIONS: SSH_ADVICE,
  SSH_CERTIFICATE_TYPE:
    'The certificate profile says whether its SSH certificates are for users or hosts; leave it out.',
  ADD_EE_APPROVAL_REQUEST_ID: APPROVAL_ADVICE,
  EDIT_EE_APPROVAL_REQUEST_IDS: APPROVAL_ADVICE,
  REVOKE_EE_APPROVAL_REQUEST_IDS: APPROVAL_ADVICE,
  QCETSIVALUELIMIT: LIMIT_ADVICE,
  QCETSIVALUELIMITEXP: LIMIT_ADVICE,
  QCETSIVALUELIMITCURRENCY: LIMIT_ADVICE,
};
/** Beginnings under which EJBCA stores values; clients may show them. */
const CUSTOM_PREFIX = /^customdata_/i;
const EXTENSION_PREFIX = /^extensiondata_/i;
const MAX_NAME_LENGTH = 255;
const MAX_LENGTH = 100_000;
