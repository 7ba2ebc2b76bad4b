/** The digest by which a request for approval is bound to the end entity that its approvers were shown. */
import { hash } from 'node:crypto';
import type { EndEntity } from './end-entity.ts';

/**
 * Returns a digest of all that an end entity is. Wrong passwords that were counted are left out: otherwise anybody could keep what
 * was approved from being done.
 */
export function stateDigest({ version: _version, modifiedMs: _modified, extended, ...members }: EndEntity): string {
  const { logins: _logins, ...further } = extended;
  const { sealedPassword: _sealed, ...facts } = members;
  const inOrder = Object.entries({ ...facts, extended: further }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(inOrder));
}
