/** Small types of document that take each possibility of a descriptor. */
import { Type } from 'typebox';
import {
  choice,
  defineDocumentType,
  durationText,
  parseDuration,
  pathRecord,
  reference,
  secret,
  viewAndEdit,
} from '../../packages/server/src/modules/configuration/index.ts';

/** Whatever administrators may do with the types of these tests does not matter to them. */
export const administration = {
  rights: viewAndEdit('/', '/'),
  events: {
    created: 'SYSTEMCONF_CREATE',
    changed: 'SYSTEMCONF_EDIT',
    renamed: 'SYSTEMCONF_EDIT',
    removed: 'SYSTEMCONF_EDIT',
  },
} as const;

/** Ids are given. */
export const authorityType = defineDocumentType({
  token: 'CA',
  title: 'certification authority',
  names: { kind: 'named' },
  publicIds: { kind: 'given' },
  schemaVersion: 1,
  schema: Type.Object(
    {
      profile: reference('CERTPROFILE', { default: 'FIXED' }),
      subject: Type.String({ default: 'CN=CA', maxLength: 100 }),
      crlPeriod: durationText({ default: '1d' }),
    },
    { additionalProperties: false },
  ),
  parse: (settings, report) => {
    const crlPeriodSeconds = parseDuration(settings.crlPeriod);
    if (crlPeriodSeconds === undefined) report('crlPeriod', `is '${settings.crlPeriod}' and has to be a duration`);
    return { profileId: settings.profile, crlPeriodSeconds: crlPeriodSeconds ?? 0 };
  },
  administration,
});

/** Has a built-in one, refers to authorities in a list with a word, which refer back to it. */
export const profileType = defineDocumentType({
  token: 'CERTPROFILE',
  title: 'certificate profile',
  names: { kind: 'named' },
  publicIds: { kind: 'random', above: 1000 },
  schemaVersion: 1,
  schema: Type.Object(
    {
      kind: choice({ END_ENTITY: 'End Entity', SUB_CA: 'Sub CA' }, { default: 'END_ENTITY' }),
      keyBits: Type.Array(Type.Integer({ minimum: 1024, maximum: 16_384 }), { default: [2048], maxItems: 4 }),
      cas: Type.Array(reference('CA', { words: ['Any CA'] }), { default: ['Any CA'] }),
    },
    { additionalProperties: false },
  ),
  parse: ({ kind, cas }, report) => {
    if (kind === 'SUB_CA' && cas.length === 0) report('cas', 'is empty; a Sub CA needs one');
    return { kind, cas: new Set(cas) };
  },
  builtIns: [{ id: 1, publicId: 1, name: 'FIXED', settings: { keyBits: [3072] } }],
  administration,
});

/** Namespaces, and names inside of paths. */
export const roleType = defineDocumentType({
  token: 'ROLE',
  title: 'role',
  names: { kind: 'named', namespaced: true },
  publicIds: { kind: 'random', above: 1000 },
  schemaVersion: 1,
  schema: Type.Object(
    {
      rules: pathRecord(choice({ ALLOW: 'Allow', DENY: 'Deny' }), ['/ca/<CA>/', '/profiles/<CERTPROFILE>/'], {
        default: {},
      }),
    },
    { additionalProperties: false },
  ),
  parse: ({ rules }) => new Map(Object.entries(rules)),
  administration,
});

/** There is one. */
export const protocolsType = defineDocumentType({
  token: 'AVAILABLEPROTOCOLS',
  title: 'list of protocols',
  names: { kind: 'singleton', name: 'available-protocol-configuration' },
  publicIds: { kind: 'given' },
  schemaVersion: 1,
  schema: Type.Object(
    { est: Type.Boolean({ default: false }), ocsp: Type.Boolean({ default: true }) },
    { additionalProperties: false },
  ),
  parse: (settings) => settings,
  administration,
});

/** Unknown settings, secrets, and stored although it cannot be used. */
export const workerType = defineDocumentType({
  token: 'WORKER',
  title: 'worker',
  names: { kind: 'named', ignoreCase: true },
  publicIds: { kind: 'random', above: 0 },
  schemaVersion: 1,
  mayBeUnusable: true,
  schema: Type.Object({
    properties: Type.Object(
      {
        CRYPTOTOKEN: Type.Optional(reference('WORKER')),
        PIN: Type.Optional(secret()),
        DIGEST: Type.Optional(Type.String({ maxLength: 20 })),
      },
      { additionalProperties: Type.String({ maxLength: 1000 }), default: {} },
    ),
    accounts: Type.Array(Type.Object({ user: Type.String(), password: secret() }), { default: [] }),
  }),
  parse: ({ properties, accounts }, report) => {
    if (properties['DIGEST'] === 'MD5') report('properties.DIGEST', 'is MD5 and has to be SHA-256');
    return { pin: properties.PIN, cryptoWorkerId: properties.CRYPTOTOKEN, accounts };
  },
  administration,
});

export const allTypes = [authorityType, profileType, roleType, protocolsType, workerType];
