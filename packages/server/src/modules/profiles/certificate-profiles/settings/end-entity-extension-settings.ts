/** The settings of a certificate profile for extensions whose values are said of the end entity. */
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { type EndEntityExtension, flag } from '../../common/index.ts';

export const endEntityExtensionSettings = {
  subjectDirectoryAttributesUsed: flag(
    false,
    'Writes what an end entity says of its birth, gender and countries (RFC 5280 §4.2.1.8, RFC 3739 §3.3.2). With `false` an end entity that says it is refused.',
  ),
  qcEtsiPsd2Used: flag(
    false,
    'Writes the QC statement of the payment service provider that an end entity is (ETSI TS 119 495). With `false` an end entity that is one is refused.',
    'QC ETSI PSD2 Used',
  ),
  caBrowserForumOrganizationIdentifierUsed: flag(
    false,
    'Writes the registration of the organization that an end entity is (CA/Browser Forum EV Guidelines §9.8.2). With `false` an end entity that names one is refused.',
    'CA Browser Forum Organization Identifier Used',
  ),
  microsoftObjectSidUsed: flag(
    false,
    'Writes the security identifier of the account that a certificate is for (MS-WCCE §2.2.2.7.7.4): Windows logs its holder on by it. With `false` an end entity that names one is refused.',
    'Microsoft ObjectSid Security Extension Used',
  ),
};

const schema = Type.Object(endEntityExtensionSettings);

/** The setting for each extension. */
export const EXTENSION_SETTINGS = {
  subjectDirectoryAttributes: 'subjectDirectoryAttributesUsed',
  psd2: 'qcEtsiPsd2Used',
  cabfOrganizationIdentifier: 'caBrowserForumOrganizationIdentifierUsed',
  objectSid: 'microsoftObjectSidUsed',
} as const satisfies Record<EndEntityExtension, keyof typeof endEntityExtensionSettings>;

/** Returns the extensions that the settings allow. */
export function endEntityExtensions(settings: Static<typeof schema>): ReadonlySet<EndEntityExtension> {
  const extensions = Object.keys(EXTENSION_SETTINGS) as EndEntityExtension[];
  return new Set(extensions.filter((extension) => settings[EXTENSION_SETTINGS[extension]]));
}

/** Profiles of before wrote none of them. */
export const END_ENTITY_EXTENSIONS_OF_BEFORE = Object.fromEntries(
  Object.keys(endEntityExtensionSettings).map((name) => [name, false]),
);
