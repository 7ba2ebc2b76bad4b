/** Digest that binds an approval request to the end entity that its approvers were shown. */
import { hash } from 'node:crypto';
import type { EndEntity } from './end-entity.ts';

/** Returns a digest of all members of an end entity except the login counter: otherwise anybody could block an approved act with wrong passwords. */
export function stateDigest({ version: _version, modifiedMs: _modified, extended, ...members }: EndEntity): string {
  const { logins: _logins, ...further } = extended;
  const { sealedPassword: _sealed, ...facts } = members;
  const inOrder = Object.entries({ ...facts, extended: further }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(inOrder));
}
