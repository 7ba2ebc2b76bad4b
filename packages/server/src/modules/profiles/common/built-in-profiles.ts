/** Built-in profiles. Their ids are also their public ids. */
import type { BuiltIn } from '../../configuration/index.ts';

/** Ids of the built-in certificate profiles. */
export const CERTIFICATE_PROFILE_ID = {
  ENDUSER: 1,
  SUBCA: 2,
  ROOTCA: 3,
  OCSPSIGNER: 4,
  SSH: 5,
  ITS: 6,
  SERVER: 9,
} as const;

/** Ids of the built-in end entity profiles. The public id is 1, which as an internal id belongs to a certificate profile. */
export const END_ENTITY_PROFILE_ID = { EMPTY: 101 } as const;
const EMPTY_PUBLIC_ID = 1;

const authority = {
  validity: '25y 7d',
  allowValidityOverride: true,
  keyUsage: ['digitalSignature', 'keyCertSign', 'cRLSign'],
};

/** Built-in certificate profiles, with the settings that differ from the defaults. */
export const certificateProfileBuiltIns: readonly BuiltIn[] = [
  certificateProfile('ENDUSER', {
    keyUsage: ['digitalSignature', 'nonRepudiation', 'keyEncipherment'],
    extendedKeyUsageUsed: true,
    extendedKeyUsage: ['clientAuth', 'emailProtection'],
  }),
  certificateProfile('SUBCA', { type: 'SUB_CA', ...authority }),
  certificateProfile('ROOTCA', { type: 'ROOT_CA', ...authority }),
  certificateProfile('OCSPSIGNER', {
    keyUsage: ['digitalSignature'],
    extendedKeyUsageUsed: true,
    extendedKeyUsage: ['OCSPSigning'],
    ocspNoCheck: true,
  }),
  // Requests for shorter validity are granted, since SSH certificates are meant to be short-lived.
  certificateProfile('SSH', { type: 'SSH', allowValidityOverride: true }),
  certificateProfile('ITS', { type: 'ITS' }),
  certificateProfile('SERVER', {
    keyUsage: ['digitalSignature', 'keyEncipherment'],
    extendedKeyUsageUsed: true,
    extendedKeyUsage: ['serverAuth'],
  }),
];

function certificateProfile(name: keyof typeof CERTIFICATE_PROFILE_ID, settings: BuiltIn['settings']): BuiltIn {
  const id = CERTIFICATE_PROFILE_ID[name];
  return { id, publicId: id, name, settings };
}

/** Makes the built-in end entity profile `EMPTY`, which allows any value in every field of the type. */
export function emptyEndEntityProfile(
  subjectAttributes: readonly string[],
  alternativeNames: readonly string[],
): BuiltIn {
  const anyNumber = [{ required: false, modifiable: true, use: true, repeatable: true, values: [], validation: '' }];
  const { ENDUSER, OCSPSIGNER, SERVER } = CERTIFICATE_PROFILE_ID;
  return {
    id: END_ENTITY_PROFILE_ID.EMPTY,
    publicId: EMPTY_PUBLIC_ID,
    name: 'EMPTY',
    settings: {
      availableCas: ['Any CA'],
      defaultCertificateProfile: ENDUSER,
      availableCertificateProfiles: [ENDUSER, OCSPSIGNER, SERVER],
      subjectDn: {
        ...Object.fromEntries(subjectAttributes.map((name) => [name, anyNumber])),
        CN: [{ ...anyNumber[0]!, required: true }],
      },
      subjectAlternativeName: Object.fromEntries(alternativeNames.map((name) => [name, anyNumber])),
      startTimeUsed: true,
      endTimeUsed: true,
      maxFailedLoginsUsed: true,
      allowedRequestsUsed: true,
      keyRecoveryUsed: true,
      customSerialNumberUsed: true,
      nameConstraintsPermittedUsed: true,
      nameConstraintsExcludedUsed: true,
      issuanceRevocationReasonUsed: true,
      extensionDataUsed: true,
    },
  };
}
