import type { DumpTable } from '../codec/index.ts';
import { keyPurposes, nullForNone, wordFor, wordsOfSet } from './styles.ts';

/** `CERTPROFILE` in the dump. */
export const certificateProfileTable: DumpTable = {
  type: 'CERTPROFILE',
  suppress: 'defaults',
  members: {
    type: { always: true, words: { '10': 'SSH' } },
    availableKeyAlgorithms: { always: true },
    availableEllipticCurves: { always: true },
    availableBitLengths: { always: true },
    signatureAlgorithm: { always: true, style: wordFor('Inherit from Issuing CA', null) },
    validity: { always: true },
    description: { always: true },
    overridableExtensionOids: { always: true },
    nonOverridableExtensionOids: { always: true },
    keyUsage: { always: true },
    // Dumps leave it out where it is true, and our profiles begin without.
    extendedKeyUsageUsed: { absent: true },
    extendedKeyUsage: { always: true, style: keyPurposes },
    cvcAccessRights: {
      always: true,
      style: wordsOfSet({ NONE: [], DG3: ['DG3'], DG4: ['DG4'], DG3_DG4: ['DG3', 'DG4'] }),
    },
    // Dumps leave these out where they are true, and our profiles begin without.
    issuerAlternativeNameUsed: { absent: true },
    microsoftObjectSidUsed: { absent: true },
    availableCas: { always: true },
    accountBindingNamespace: { always: true },
    publishers: { style: nullForNone },
    allowBackdatedRevocation: { aliases: ['Allow Back Dated Revocation'] },
  },
  fixed: [{ label: 'CRL Issuer', accepts: [''], otherwise: 'but CRLs have no other issuer than the CA here' }],
  afterRead({ settings }) {
    const { availableBitLengths: lengths } = settings;
    // Dumps made elsewhere list 0 for keys without a length, which no length keeps out here.
    if (Array.isArray(lengths)) settings['availableBitLengths'] = lengths.filter((bits) => bits !== 0);
  },
  order: [
    'Type',
    'Available Key Algorithms',
    'Available Elliptic Curves',
    'Available Bit Lengths',
    'Signature Algorithm',
    'Validity',
    'Description',
    'Overridable Extension OIDs',
    'Non-overridable Extension OIDs',
  ],
};
