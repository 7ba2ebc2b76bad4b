import type { JsonValue } from '../../../kernel/canonical-json.ts';
import { isJsonObject } from '../../configuration/index.ts';
import type { DumpTable, ValueStyle } from '../codec/index.ts';

/** An option of SSH that end entities may have as they like is an empty text. */
const anyOption: ValueStyle = {
  toDump: (value) => (isAnyOption(value) ? '' : undefined),
  fromDump: (value) => (value === '' ? [{}] : undefined),
};

/** `EEPROFILE` in the dump. */
export const endEntityProfileTable: DumpTable = {
  type: 'EEPROFILE',
  suppress: 'defaults',
  members: {
    description: { always: true },
    defaultCa: { always: true },
    availableCas: { always: true },
    defaultCertificateProfile: { always: true },
    availableCertificateProfiles: { always: true },
    defaultTokenType: { always: true },
    availableTokenTypes: { always: true },
    subjectDn: { always: true },
    sshForceCommand: { style: anyOption },
    sshSourceAddress: { style: anyOption },
    'subjectDn.required': { always: true },
    'subjectAlternativeName.required': { always: true },
    'sshPrincipals.required': { always: true },
  },
  fixed: [
    {
      label: 'CA Browser Forum Organization Identifier Modifiable',
      accepts: [true, false],
      otherwise: 'which is neither true nor false',
    },
  ],
};

function isAnyOption(value: JsonValue): boolean {
  if (!Array.isArray(value) || value.length !== 1) return false;
  const item = value[0] as JsonValue;
  return isJsonObject(item) && Object.entries(item).every(([name, each]) => name in ANY && isSame(ANY[name]!, each));
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const ANY: Readonly<Record<string, JsonValue>> = {
  required: false,
  modifiable: true,
  use: true,
  copy: false,
  repeatable: false,
  values: [],
  defaultValue: '',
  validation: '',
};
