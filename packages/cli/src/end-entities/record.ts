/** End entities as the commands handle them: a record, changes of it, and what tells two of them apart. */

/** One value under its name. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** All of an end entity that a request can say, but for its password. */
export interface EndEntityRecord {
  readonly username: string;
  /** RFC 4514 text. */
  readonly subjectDn: string;
  /** As `dNSName=a.example, rfc822Name=b@example.org`. */
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly ca: string;
  readonly certificateProfile: string;
  readonly endEntityProfile: string;
  readonly token: string;
  /** Undefined: NEW. */
  readonly status: string | undefined;
  /** Undefined: as the end entity profile says. */
  readonly keyRecoverable: boolean | undefined;
  readonly accountBindingId: string | undefined;
  /** `2031-05-01T10:00:00Z`. Of one that is read also seconds after the issuance, in words. */
  readonly startTime: string | undefined;
  readonly endTime: string | undefined;
  /** Hexadecimal. */
  readonly serialNumber: string | undefined;
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** Members that are to become something else. One that is there and undefined is removed; data with an empty value likewise.
 * Of data, all values of a name become those that the changes have for it. */
export type RecordChanges = {
  readonly [Member in Exclude<keyof EndEntityRecord, 'username'>]?: EndEntityRecord[Member];
};

/** Members that no end entity can do without. */
export const REQUIRED_MEMBERS = ['subjectDn', 'ca', 'certificateProfile', 'endEntityProfile', 'token'] as const;

/** Members of a new end entity that need not be given. */
export const NEW_RECORD = { endEntityProfile: 'EMPTY', token: 'USERGENERATED' } as const;

/** Names of the members in the interface, and so in files. */
export const MEMBER_NAMES: Readonly<Record<keyof EndEntityRecord, string>> = {
  username: 'username',
  subjectDn: 'subject_dn',
  subjectAltName: 'subject_alt_name',
  email: 'email',
  ca: 'ca_name',
  certificateProfile: 'certificate_profile_name',
  endEntityProfile: 'end_entity_profile_name',
  token: 'token',
  status: 'status',
  keyRecoverable: 'key_recoverable',
  accountBindingId: 'account_binding_id',
  startTime: 'start_time',
  endTime: 'end_time',
  serialNumber: 'certificate_serial_number',
  extensionData: 'extension_data',
  customData: 'custom_data',
};

/** The types of token that the server knows. */
export const TOKENS: readonly string[] = ['USERGENERATED', 'P12', 'JKS', 'BCFKS', 'PEM'];

/** The statuses that the server knows. */
export const STATUSES: readonly string[] = [
  'NEW',
  'FAILED',
  'INITIALIZED',
  'INPROCESS',
  'GENERATED',
  'REVOKED',
  'HISTORICAL',
  'KEYRECOVERY',
];

/**
 * Makes a new record.
 *
 * @returns the members that are missing, in the order of {@link REQUIRED_MEMBERS}, when there are any
 */
export function newRecord(
  username: string,
  changes: RecordChanges,
): EndEntityRecord | readonly (typeof REQUIRED_MEMBERS)[number][] {
  const { subjectDn, ca, certificateProfile, endEntityProfile, token } = changes;
  if (
    subjectDn === undefined ||
    ca === undefined ||
    certificateProfile === undefined ||
    endEntityProfile === undefined ||
    token === undefined
  )
    return REQUIRED_MEMBERS.filter((member) => changes[member] === undefined);
  const required = { username, subjectDn, ca, certificateProfile, endEntityProfile, token };
  return changedRecord({ ...NOTHING_MORE, ...required }, changes);
}

/** Returns the record with the changes. */
export function changedRecord(record: EndEntityRecord, changes: RecordChanges): EndEntityRecord {
  return {
    ...record,
    ...changes,
    extensionData: mergedData(record.extensionData, changes.extensionData),
    customData: mergedData(record.customData, changes.customData),
  };
}

/** Names the members that the changes would change, as the interface calls them. */
export function differences(record: EndEntityRecord, changes: RecordChanges): readonly string[] {
  const changed = changedRecord(record, changes);
  return (Object.keys(MEMBER_NAMES) as (keyof EndEntityRecord)[])
    .filter((member) => comparable(record[member]) !== comparable(changed[member]))
    .map((member) => MEMBER_NAMES[member]);
}

/** A name may stand several times, once for each of its values. A change replaces all of them. */
function mergedData(data: readonly NamedValue[], changes: readonly NamedValue[] = []): readonly NamedValue[] {
  const changed = new Set(changes.map(({ name }) => name));
  return [...data.filter(({ name }) => !changed.has(name)), ...changes.filter(({ value }) => value !== '')];
}

function comparable(value: EndEntityRecord[keyof EndEntityRecord]): unknown {
  if (!Array.isArray(value)) return value;
  const data = value as readonly NamedValue[];
  return JSON.stringify(data.map(({ name, value: text }) => [name, text]).toSorted(byName));
}

/** Leaves values of one name in their order. */
function byName([a = '']: readonly string[], [b = '']: readonly string[]): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

const NOTHING_MORE = {
  subjectAltName: undefined,
  email: undefined,
  status: undefined,
  keyRecoverable: undefined,
  accountBindingId: undefined,
  startTime: undefined,
  endTime: undefined,
  serialNumber: undefined,
  extensionData: [],
  customData: [],
} as const;
