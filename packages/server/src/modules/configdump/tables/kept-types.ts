/** The tables of types that are kept for functions which are not there yet. */
import type { DumpTable, ValueStyle } from '../codec/index.ts';

/** A name, or -1 for none. */
const nameOrNone: ValueStyle = {
  toDump: (value) => (value === null ? -1 : undefined),
  fromDump: (value) => (value === -1 || value === '-1' ? null : undefined),
};

/** `ACMECONFIG` in the dump. */
export const acmeTable: DumpTable = {
  type: 'ACMECONFIG',
  suppress: 'nothing',
  rest: 'furtherKeys',
  members: {
    approvalProfileForNewAccount: { style: nameOrNone },
    approvalProfileForKeyChange: { style: nameOrNone },
  },
};

const nullForNothing: ValueStyle = { toDump: (value) => (value === '' ? null : undefined) };

const property = { within: 'Properties' } as const;

/** `KEYBINDING` in the dump. */
export const keyBindingTable: DumpTable = {
  type: 'KEYBINDING',
  suppress: 'nothing',
  rest: 'furtherKeys',
  members: {
    boundCertificateSha1: { style: nullForNothing },
    nextKeyPairAlias: { style: nullForNothing },
    nonExistingIsGood: property,
    nonExistingIsRevoked: property,
    nonExistingIsUnauthorized: property,
    includeChain: property,
    includeSigningCertificate: property,
    responderId: property,
    requireTrustedSignature: property,
    responseValidity: property,
    maxAge: property,
    nonce: property,
  },
};
