/** Settings of the system, lists that profiles choose from, logs of certificate transparency, and providers of tokens. */
import { Type } from 'typebox';
import { keptType } from './kept-type.ts';
import { anyMap, flag, hidden, text, textMap, texts, whole } from './members.ts';

/** `EEPROFILECONFIG` */
export const endEntityProfileConfigurationType = keptType({
  token: 'EEPROFILECONFIG',
  title: 'end entity profile configuration',
  dump: {
    directory: 'global-endentityprofile-configuration',
    alsoRead: ['end-entity-profiles'],
    objectType: 'End Entity Profile Configuration',
    version: 1,
  },
  only: 'end-entity-profile-configuration',
  members: {
    enableLimitations: flag(
      'Enable End Entity Profile Limitations',
      true,
      'Holds administrators to the profiles that they may use.',
    ),
  },
});

/** `ADMINPREFS` */
export const adminPreferencesType = keptType({
  token: 'ADMINPREFS',
  title: 'administrator preference',
  dump: { directory: 'admin-preferences', objectType: 'Admin Preference', version: 1, named: true },
  members: {
    preferredLanguage: text('Preferred Language', '', 'The first language.', 64),
    secondaryLanguage: text('Secondary Language', '', 'The language where the first has no text.', 64),
    entriesPerPage: whole('Entries Per Page', 25, 'How many rows a list has.'),
    logEntriesPerPage: whole('Log Entries Per Page', 25, 'How many rows a log has.'),
    theme: text('Theme', '', 'The look.', 255),
    frontPageCaStatus: flag('Front Page CA Status', true, 'Shows CAs on the first page.'),
    frontPagePublisherQueueStatus: flag('Front Page Publisher Queue Status', true, 'Shows queues on the first page.'),
    configurationChecker: flag('Configuration Checker On Front Page', false, 'Shows what the checker has found.'),
    raLanguage: text('RA Language', '', 'The language of the pages for registration.', 64),
    raStyle: text('RA Style', '', 'Their look.', 255),
  },
});

/** `CTLOG` */
export const ctLogType = keptType({
  token: 'CTLOG',
  title: 'CT log',
  dump: { directory: 'ct-logs', objectType: 'CT Log', version: 1, named: true },
  members: {
    label: text('Label', '', 'The group of logs that it belongs to.', 255),
    url: text('URL', '', 'Its address.'),
    publicKey: text('Public Key', '', 'Its public key, as base64 of SubjectPublicKeyInfo.', 65_536),
    timeout: whole('Timeout', 5000, 'How long an answer may take, in milliseconds.'),
    expirationYearRequired: text('Expiration Year Required', '', 'The years in which its certificates end.', 64),
  },
});

/** `CTCONFIG` */
export const ctConfigurationType = keptType({
  token: 'CTCONFIG',
  title: 'global CT configuration',
  dump: {
    directory: 'global-ct-configuration',
    alsoRead: ['ct-logs'],
    objectType: 'Global CT Configuration',
    version: 1,
  },
  only: 'global-ct-configuration',
  members: {
    googleCtPolicy: anyMap('Google CT Policy', 'How many timestamps certificates have, by their validity.'),
  },
});

/** `EXTENDEDKEYUSAGE` */
export const extendedKeyUsageType = keptType({
  token: 'EXTENDEDKEYUSAGE',
  title: 'list of extended key usages',
  dump: { directory: 'extended-key-usage', objectType: 'Extended Key Usage', version: 1 },
  only: 'extended-key-usages',
  members: {
    all: textMap('All extended key usages', 'The name of each purpose by its object identifier.'),
  },
});

/** `CERTEXTENSION` */
export const certificateExtensionType = keptType({
  token: 'CERTEXTENSION',
  title: 'certificate extension',
  dump: { directory: 'custom-certificate-extensions', objectType: 'Certificate Extension', version: 1, named: true },
  members: {
    extensionClass: text('Extension class', 'BasicCertificateExtension', 'What makes its value.'),
    objectIdentifier: text('Object Identifier', '', 'Its object identifier.', 255),
    critical: flag('Critical', false, 'Marks it critical.'),
    required: flag('Required', true, 'Refuses certificates without it.'),
    properties: textMap(
      'Properties',
      'Encoding, value and whether requests bring it: `encoding`, `value`, `dynamic`, `nvalues`.',
    ),
  },
});

const publicKey = Type.Object(
  {
    keyIdentifier: text('Key Identifier', '', 'Its identifier.'),
    publicKey: text('Public Key', '', 'The key, as base64.', 65_536),
  },
  { additionalProperties: false },
);

/** `OAUTHKEY` */
export const oauthProviderType = keptType({
  token: 'OAUTHKEY',
  title: 'trusted OAuth provider',
  dump: { directory: 'trusted-oauth-providers', objectType: 'Trusted OAuth Provider', version: 1, named: true },
  members: {
    type: text('Type', '', 'The kind of provider.', 255),
    label: text('Label', '', 'Its label.', 255),
    client: text('Client', '', 'The identifier of this program there.'),
    clientSecret: hidden('Client Secret', 'Its secret.'),
    realm: text('Realm', '', 'The realm.'),
    scope: text('Scope', '', 'The scope that is asked for.'),
    url: text('URL', '', 'Its address.'),
    skewLimit: whole('Skew Limit', 60_000, 'The difference of clocks that is tolerated, in milliseconds.'),
    publicKeyUrl: text('Public Key Url', '', 'The address of its keys.'),
    tokenUrl: text('Token Url', '', 'The address of its tokens.'),
    logoutUrl: text('Logout Url', '', 'The address to log out at.'),
    audience: text('Audience', '', 'The audience of tokens.'),
    audienceCheckDisabled: flag('Audience Check Disabled', false, 'Takes tokens for any audience.'),
    publicKeys: Type.Array(publicKey, {
      title: 'Public Keys',
      description: 'Its keys.',
      maxItems: 100,
      default: [],
    }),
    isDefault: flag('Default Provider', false, 'Takes it for tokens that name none.'),
  },
});

/** `OAUTH` */
export const oauthHostsType = keptType({
  token: 'OAUTH',
  title: 'list of allowed OAuth hosts',
  dump: { directory: 'allowed-oauth-hostnames', objectType: 'Allowed OAuth Hostnames', version: 1 },
  only: 'allowed-oauth-hostnames',
  members: { hosts: texts('Hostnames', 'Names of hosts that addresses of providers may have.') },
});

/** `EXTERNALACCOUNTBINDING` */
export const accountBindingType = keptType({
  token: 'EXTERNALACCOUNTBINDING',
  title: 'namespace of external accounts',
  dump: { directory: 'external-account-bindings', objectType: 'External Account Binding', version: 1, named: true },
  members: { accounts: texts('Account Binding Ids', 'The accounts of the namespace.') },
});

/** `GLOBALVENDORCORECONFIG` */
export const vendorConfigurationType = keptType({
  token: 'GLOBALVENDORCORECONFIG',
  title: 'global configuration of vendors',
  dump: {
    directory: 'global-vendor-core-configuration',
    objectType: 'Global Vendor Core Configuration',
    version: 1,
  },
  only: 'global-vendor-core-configuration',
  members: {},
});

/** `CACONFIG` */
export const caConfigurationType = keptType({
  token: 'CACONFIG',
  title: 'global configuration of CAs',
  dump: { directory: 'global-ca-configuration', objectType: 'Global CA Configuration', version: 1 },
  only: 'global-ca-configuration',
  members: {
    maximumQueryCount: Type.Integer({
      title: 'Maximum Query Count',
      description: 'How many rows a query gives.',
      minimum: 1,
      maximum: 25_000,
      default: 500,
    }),
    maximumQueryTimeout: whole('Maximum Query Timeout', 10_000, 'How long a query takes, in milliseconds.'),
  },
});

/** `GLOBALCONFIG` */
export const globalConfigurationType = keptType({
  token: 'GLOBALCONFIG',
  title: 'global configuration',
  dump: { directory: 'global-configuration', objectType: 'Global Configuration', version: 1 },
  only: 'global-configuration',
  members: {
    title: text('Title', '', 'The title of the pages for administrators.', 255),
    headBanner: text('Head Banner', '', 'A file at their head.'),
    footBanner: text('Foot Banner', '', 'A file at their foot.'),
    enableLimitations: flag(
      'Enable End Entity Profile Limitations',
      true,
      'Holds administrators to the profiles that they may use.',
    ),
    enableKeyRecovery: flag('Enable Key Recovery', false, 'Lets keys be recovered.'),
    localKeyRecovery: flag('Local Key Recovery', false, 'Keeps keys under a key of its own.'),
    localKeyRecoveryCryptoToken: text('Local Key Recovery Crypto Token', '', 'The crypto token of that key.', 255),
    localKeyRecoveryKeyAlias: text('Local Key Recovery Key Alias', '', 'Its alias.', 255),
    autoenrollUse: flag('Autoenroll Use', false, 'Lets clients of Windows enroll.'),
    enableCommandLine: flag('Enable Command Line Interface', true, 'Lets the command line of the host in.'),
    enableCommandLineDefaultUser: flag(
      'Enable Command Line Interface Default User',
      true,
      'Lets it in without a password.',
    ),
    enableExternalScripts: flag('Enable External Scripts', false, 'Lets publishers and validators start programs.'),
    sessionTimeout: flag('Enable Session Timeout', false, 'Ends sessions of administrators by themselves.'),
    sessionTimeoutMinutes: whole('Session Timeout Minutes', 30, 'When, in minutes.'),
    nodesInCluster: texts('Nodes In Cluster', 'The names of servers.'),
    ocspCleanupEnabled: flag('OCSP Cleanup Use', false, 'Removes old OCSP responses.'),
    ocspCleanupSchedule: text('OCSP Cleanup Schedule', '3', 'How often.', 64),
    ocspCleanupUnit: text('OCSP Cleanup Schedule Unit', 'HOURS', 'The unit of that.', 64),
    vaStatusTime: whole('VA Status Time Constraint', 0, 'How old the state of a validation authority may be.'),
  },
});
