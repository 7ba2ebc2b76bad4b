import { createHash } from 'node:crypto';

/** Returns a name for a statement that is the same for the same text on every connection, as `pg` demands. */
export function statementName(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}
