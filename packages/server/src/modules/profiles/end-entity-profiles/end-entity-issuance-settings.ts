/** End entity profile settings for the requests of end entities, apart from names, and for their keys. */
import { REVOCATION_REASONS } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import { choice } from '../../configuration/index.ts';
import { type EndEntityExtension, flag } from '../common/index.ts';
import type { IssuanceReason, IssuanceRules } from './end-entity-profile.ts';

const REASON_LABELS = Object.fromEntries(
  ['NOT_REVOKED', ...Object.keys(REVOCATION_REASONS)]
    .filter((name) => name !== 'REMOVE_FROM_CRL')
    .map((name) => [name, name]),
) as Record<IssuanceReason, string>;

/** Members of the schema. */
export const issuanceSettings = {
  allowedRequestsUsed: flag(false, 'Allows an end entity another number of certificates than one before it is done.'),
  allowedRequests: Type.Integer({
    description: 'That number, for an end entity that says no other.',
    minimum: 1,
    maximum: 1_000_000,
    default: 1,
  }),
  allowedRequestsModifiable: flag(true, 'Allows another number than `allowedRequests`.'),
  keyRecoveryUsed: flag(false, 'Allows that keys which are made here are kept, to be recovered.'),
  keyRecoveryDefault: flag(false, 'Keeps the key of an end entity that does not say.'),
  keyRecoveryRequired: flag(false, 'Refuses an end entity with a keystore whose key would not be kept.'),
  keyRecoveryReuseCertificate: flag(
    false,
    'Hands out a recovered key with its old certificate. Otherwise it gets a new one.',
  ),
  customSerialNumberUsed: flag(
    false,
    'Allows an end entity to name the serial number of its certificate, where the certificate profile does, too.',
  ),
  nameConstraintsPermittedUsed: flag(
    false,
    'Allows an end entity, which then is a CA, to name the subtrees of names that its certificate permits.',
  ),
  nameConstraintsExcludedUsed: flag(false, 'Allows it to name those that its certificate excludes.'),
  subjectDirectoryAttributesUsed: flag(
    false,
    'Allows it to say of its birth, gender and countries what its certificate is to say.',
  ),
  psd2Used: flag(
    false,
    'Allows it to be a payment service provider, which the QC statements of its certificate say.',
    'PSD2 Used',
  ),
  caBrowserForumOrganizationIdentifierUsed: flag(
    false,
    'Allows it to name the registration of an organization.',
    'CA Browser Forum Organization Identifier Used',
  ),
  microsoftObjectSidUsed: flag(
    false,
    'Allows it to name the security identifier of an account, as which Windows then knows its holder. For end entities that administrators make.',
    'Microsoft ObjectSid Used',
  ),
  issuanceRevocationReasonUsed: flag(false, 'Allows certificates that are issued revoked or on hold.'),
  issuanceRevocationReason: choice(REASON_LABELS, {
    description: 'The reason for which they are, for an end entity that says no other. `NOT_REVOKED`: they are not.',
    default: 'NOT_REVOKED',
  }),
  issuanceRevocationReasonModifiable: flag(true, 'Allows another reason than `issuanceRevocationReason`.'),
  extensionDataUsed: flag(false, 'Allows an end entity to bring data of its own for extensions.'),
  pkcs12Encryption: choice(
    { modern: 'Modern', compatible: 'Compatible' },
    {
      title: 'PKCS12 Encryption',
      description:
        'The encryption of PKCS#12 keystores. `modern`: PBES2 with AES-256 and SHA-256. `compatible`: what older programs read, such as macOS before 15 and Windows Server 2016, and which protects less.',
      default: 'modern',
    },
  ),
};

const schema = Type.Object(issuanceSettings);

/** Returns the rules for the settings. */
export function issuanceRules(settings: Static<typeof schema>): IssuanceRules {
  const { keyRecoveryUsed } = settings;
  return {
    allowedRequests: {
      used: settings.allowedRequestsUsed,
      value: settings.allowedRequestsUsed ? settings.allowedRequests : 1,
      modifiable: settings.allowedRequestsModifiable,
    },
    keyRecovery: {
      used: keyRecoveryUsed,
      byDefault: keyRecoveryUsed && (settings.keyRecoveryDefault || settings.keyRecoveryRequired),
      required: keyRecoveryUsed && settings.keyRecoveryRequired,
      reuseCertificate: settings.keyRecoveryReuseCertificate,
    },
    customSerialNumber: settings.customSerialNumberUsed,
    nameConstraints: {
      permitted: settings.nameConstraintsPermittedUsed,
      excluded: settings.nameConstraintsExcludedUsed,
    },
    endEntityExtensions: new Set(EXTENSIONS.filter((extension) => settings[EXTENSION_SETTINGS_OF_ENTITY[extension]])),
    issuanceRevocationReason: {
      used: settings.issuanceRevocationReasonUsed,
      value: settings.issuanceRevocationReasonUsed ? settings.issuanceRevocationReason : 'NOT_REVOKED',
      modifiable: settings.issuanceRevocationReasonModifiable,
    },
    extensionData: settings.extensionDataUsed,
    pkcs12Encryption: settings.pkcs12Encryption,
  };
}

/** The setting for each extension. */
export const EXTENSION_SETTINGS_OF_ENTITY = {
  subjectDirectoryAttributes: 'subjectDirectoryAttributesUsed',
  psd2: 'psd2Used',
  cabfOrganizationIdentifier: 'caBrowserForumOrganizationIdentifierUsed',
  objectSid: 'microsoftObjectSidUsed',
} as const satisfies Record<EndEntityExtension, keyof typeof issuanceSettings>;
const EXTENSIONS = Object.keys(EXTENSION_SETTINGS_OF_ENTITY) as EndEntityExtension[];

/** Profiles of before let end entities say nothing of this. */
export const ENTITY_EXTENSIONS_OF_BEFORE = {
  subjectDirectoryAttributesUsed: false,
  psd2Used: false,
  caBrowserForumOrganizationIdentifierUsed: false,
  microsoftObjectSidUsed: false,
} as const;

/** Defaults for older profiles: keys were not kept, and requests could contain any data. */
export const ISSUANCE_SETTINGS_OF_BEFORE = {
  allowedRequestsUsed: false,
  allowedRequests: 1,
  allowedRequestsModifiable: true,
  keyRecoveryUsed: false,
  keyRecoveryDefault: false,
  keyRecoveryRequired: false,
  keyRecoveryReuseCertificate: false,
  customSerialNumberUsed: false,
  nameConstraintsPermittedUsed: false,
  nameConstraintsExcludedUsed: false,
  issuanceRevocationReasonUsed: false,
  issuanceRevocationReason: 'NOT_REVOKED',
  issuanceRevocationReasonModifiable: true,
  extensionDataUsed: true,
  pkcs12Encryption: 'modern',
} as const;
