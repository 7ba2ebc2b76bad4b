/** Administrators with some rights and no others. */
import assert from 'node:assert/strict';
import { createRole } from './administration.ts';
import { identityOf, newKeyPair, newRequest } from './enrollment.ts';
import type { ClientIdentity, TestServer } from './test-server.ts';

/** Somebody with a certificate of the management CA, the only member of a role of that name with these rules. */
export async function newOfficer(
  server: TestServer,
  name: string,
  rules: Readonly<Record<string, 'ALLOW' | 'DENY'>>,
): Promise<ClientIdentity> {
  const keyPair = newKeyPair();
  const body = newRequest({ username: name, subject: `CN=${name}`, keyPair, profile: 'ENDUSER' });
  const answer = await server.call('/v1/certificate/pkcs10enroll', { body });
  assert.match(String(answer.status), /^20[01]$/, answer.text);
  await createRole(server.running.installation, name, { '/administrator/': 'ALLOW', ...rules }, [memberOf(name)]);
  return identityOf(answer, keyPair);
}

/** A member of a role whose certificate of the management CA has that common name. */
export function memberOf(commonName: string) {
  return { issuer: 'ManagementCA', matchKey: 'WITH_COMMONNAME', matchValue: commonName };
}

/** Rules of somebody who adds, edits and views end entities and has certificates issued to them. */
export const CLERK_RULES = {
  '/ca/': 'ALLOW',
  '/ca_functionality/create_certificate/': 'ALLOW',
  '/ra_functionality/create_end_entity/': 'ALLOW',
  '/ra_functionality/edit_end_entity/': 'ALLOW',
  '/ra_functionality/view_end_entity/': 'ALLOW',
  '/endentityprofilesrules/': 'ALLOW',
} as const;

/** Rules of somebody who sees everything that waits, and approves it where partitions let them. */
export const APPROVER_RULES = {
  '/ca/': 'ALLOW',
  '/ca_functionality/approve_caaction/': 'ALLOW',
  '/ra_functionality/approve_end_entity/': 'ALLOW',
  '/ra_functionality/view_approvals/': 'ALLOW',
  '/endentityprofilesrules/': 'ALLOW',
} as const;
