import { Resource, type Role, roleType } from '../access/index.ts';
import type { AuditEvent } from '../audit/index.ts';
import type { Document } from '../configuration/index.ts';
import { administeredType } from './administered-type.ts';

type RoleDocument = Document<unknown, Pick<Role, 'rules' | 'members'>>;

/**
 * How roles are administered. Declared here, since `access` knows nothing of administration.
 *
 * Nobody makes, changes or removes a role that allows more than they may themselves, and members come from CAs that they have access to.
 */
export const roleAdministration = administeredType(roleType, {
  rights: {
    view: () => [[Resource.system.viewAdministratorPrivileges], [Resource.system.editAdministratorPrivileges]],
    create: (role) => [Resource.system.editAdministratorPrivileges, ...(role === undefined ? [] : issuersOf(role))],
    change: (before, role) => [Resource.system.editAdministratorPrivileges, ...issuersOf(before), ...issuersOf(role)],
    remove: (role) => [Resource.system.editAdministratorPrivileges, ...issuersOf(role)],
  },
  grants: ({ value }) => value.rules,
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
});

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
