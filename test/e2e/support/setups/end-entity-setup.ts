/** End entities as tests ask for them, and as the database has them. */
import type { EndEntity } from '../../../../packages/server/src/modules/ra/index.ts';
import type { TestServer } from '../test-server.ts';

/** The record of an end entity of the management CA. @param more - members of its own, or instead of others */
export function recordOf(username: string, more: object = {}) {
  return {
    username,
    password: 'foo123',
    subject_dn: `CN=${username}`,
    ca_name: 'ManagementCA',
    certificate_profile_name: 'SERVER',
    end_entity_profile_name: 'EMPTY',
    token: 'USERGENERATED',
    ...more,
  };
}

/** The members of a record that name the profiles of `createProfiles`. */
export function under(profile: string) {
  return { certificate_profile_name: profile, end_entity_profile_name: profile };
}

/** Finds what is stored of an end entity. */
export function findEndEntity({ running }: TestServer, username: string): Promise<EndEntity | undefined> {
  return running.installation.storage.stores.endEntities.findByUsername(username);
}
