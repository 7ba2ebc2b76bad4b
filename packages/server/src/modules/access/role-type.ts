/** The type of document that a role is. */
import { Type } from 'typebox';
import type { AccessRules } from '../../kernel/access-rules.ts';
import type { AuditEvent } from '../audit/index.ts';
import {
  type AnyDocument,
  choice,
  defineDocumentType,
  type Document,
  InvalidSettingsError,
  pathRecord,
  reference,
} from '../configuration/index.ts';
import { unknownResource } from './known-resources.ts';
import { DOCUMENTS_IN_RESOURCES, Resource } from './resources.ts';
import { CERTIFICATE_MATCH_KEYS, type RoleMember } from './role-member.ts';
import type { Role } from './role.ts';
import { writtenSerialNumber } from './written-serial-number.ts';

const RULE_STATES = { ALLOW: 'Allow', DENY: 'Deny' } as const;
const TOKEN_TYPES = { CertificateAuthenticationToken: 'CertificateAuthenticationToken' } as const;
const MATCH_KEYS = Object.fromEntries(CERTIFICATE_MATCH_KEYS.map((key) => [key, key])) as {
  readonly [K in (typeof CERTIFICATE_MATCH_KEYS)[number]]: K;
};

/** Paths of rules that name a document: `/ca/<CA>/`. */
const RULE_PATHS = DOCUMENTS_IN_RESOURCES.flatMap(({ type, prefixes }) =>
  prefixes.map((prefix) => `${prefix}<${type}>/`),
);

/** A role without its name, which is that of its document. */
export type RoleDefinition = Pick<Role, 'rules' | 'members'>;

export const roleType = defineDocumentType({
  token: 'ROLE',
  title: 'role',
  dump: { directory: 'admin-roles', objectType: 'Role', version: 1, named: true },
  names: { kind: 'named', namespaced: true },
  publicIds: { kind: 'random', above: 1000 },
  schemaVersion: 1,
  schema: Type.Object(
    {
      accessRules: pathRecord(choice(RULE_STATES), RULE_PATHS, {
        description:
          'What members may do: resources, each with `ALLOW` or `DENY`. A resource begins and ends with a slash and has names of documents in it: `/ca/Issuing CA/`. The longest rule that covers a resource decides. Without a rule it is refused.',
        default: {},
      }),
      members: Type.Array(
        Type.Object(
          {
            tokenType: choice(TOKEN_TYPES, {
              description: 'How a member proves who it is: by a client certificate.',
              default: 'CertificateAuthenticationToken',
            }),
            issuer: reference('CA', { description: "The CA that has issued the member's certificate." }),
            matchKey: choice(MATCH_KEYS, {
              description:
                'The field of the certificate that is compared. Only `WITH_SERIALNUMBER` names one certificate; every other field admits everybody to whom the CA issues that name.',
              default: 'WITH_SERIALNUMBER',
            }),
            matchValue: Type.String({
              description:
                'The value of the field. It is compared exactly, but a serial number may be written as programs print it.',
              minLength: 1,
              maxLength: 4096,
            }),
            description: Type.String({ description: 'Free text for administrators.', maxLength: 1024, default: '' }),
          },
          { additionalProperties: false },
        ),
        { description: 'Who has the role.', maxItems: 10_000, default: [] },
      ),
    },
    { additionalProperties: false },
  ),
  parse({ accessRules, members }, report): RoleDefinition {
    for (const path of Object.keys(accessRules)) {
      if (!/^\/(?:[^/]+\/)*$/.test(path)) {
        report('accessRules', `has the rule '${path}'; a rule is a path that begins and ends with a slash`);
      }
    }
    const rules: AccessRules = new Map(
      Object.entries(accessRules).map(([path, state]) => [path, state === 'ALLOW' ? 'allow' : 'deny']),
    );
    return {
      rules,
      members: members.map(({ issuer, matchKey, matchValue }): RoleMember => ({
        issuerCaId: issuer,
        matchKey,
        matchValue: matchKey === 'WITH_SERIALNUMBER' ? writtenSerialNumber(matchValue) : matchValue,
      })),
    };
  },
  /** Rights to change roles. Nobody makes, changes or removes a role that allows more than they may do themselves, or adds members of CAs without access to them. */
  administration: {
    rights: {
      view: () => [[Resource.system.viewAdministratorPrivileges], [Resource.system.editAdministratorPrivileges]],
      create: (role) => [Resource.system.editAdministratorPrivileges, ...(role === undefined ? [] : issuersOf(role))],
      change: (before, role) => [Resource.system.editAdministratorPrivileges, ...issuersOf(before), ...issuersOf(role)],
      remove: (role) => [Resource.system.editAdministratorPrivileges, ...issuersOf(role)],
    },
    grants: ({ value }) => value.rules,
    check({ before, document }) {
      if (document !== undefined) requireKnownResources(before, document);
    },
    events: {
      created: 'ROLE_CREATION',
      changed: 'ROLE_ACCESS_RULE_CHANGE',
      renamed: 'ROLE_RENAMING',
      removed: 'ROLE_DELETION',
      changes: (before, role) => [
        ...events('ROLE_ACCESS_RULE_CHANGE', !sameRules(before, role)),
        ...events('ROLE_ACCESS_USER_ADDITION', !membersOf(role).isSubsetOf(membersOf(before))),
        ...events('ROLE_ACCESS_USER_DELETION', !membersOf(before).isSubsetOf(membersOf(role))),
      ],
    },
  },
});

type RoleDocument = Document<unknown, RoleDefinition>;

/** Refuses new rules that would never apply. Such rules that a role already has do not prevent other changes to it. */
function requireKnownResources(before: AnyDocument | undefined, { name, settings }: AnyDocument): void {
  const had = accessRulesOf(before?.settings);
  const problems = Object.keys(accessRulesOf(settings)).flatMap((path) => {
    const message = Object.hasOwn(had, path) ? undefined : unknownResource(path);
    return message === undefined ? [] : [{ kind: 'setting', field: `accessRules.${path}`, message } as const];
  });
  if (problems.length > 0) throw new InvalidSettingsError('role', name, problems);
}

function accessRulesOf(settings: unknown): object {
  const { accessRules = {} } = (settings ?? {}) as { readonly accessRules?: object };
  return accessRules;
}

function issuersOf({ value }: RoleDocument): readonly string[] {
  return [...new Set(value.members.map(({ issuerCaId }) => Resource.ca(issuerCaId)))];
}

function sameRules({ value: { rules: before } }: RoleDocument, { value: { rules: after } }: RoleDocument): boolean {
  return before.size === after.size && before.entries().every(([path, rule]) => after.get(path) === rule);
}

function membersOf({ value }: RoleDocument): ReadonlySet<string> {
  return new Set(value.members.map((member) => JSON.stringify(member)));
}

function events(event: AuditEvent, happened: boolean): readonly AuditEvent[] {
  return happened ? [event] : [];
}
