/** The digests that the schemas of documents are recorded with, by type and version. */
import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '../../packages/server/src/kernel/canonical-json.ts';
import type { AnyDocumentType } from '../../packages/server/src/modules/configuration/index.ts';

/** SHA-256 by type and version. */
export type SchemaDigests = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Where the digests are recorded. */
export const DIGESTS = new URL('../../test/configuration/fixtures/document-schemas.json', import.meta.url);

/** Returns the digest of the schema of a type, without its descriptions, which may change at any time. */
export function schemaDigest({ schema }: AnyDocumentType): string {
  const text = canonicalJson(withoutWords(JSON.parse(JSON.stringify(schema)) as JsonValue));
  return createHash('sha256').update(text).digest('hex');
}

/** Adds the digests of types and versions that are not recorded. What is recorded stays, so that a test sees a schema that has changed. */
export function withNewDigests(recorded: SchemaDigests, types: readonly AnyDocumentType[]): SchemaDigests {
  const entries = types.map((type) => {
    const { token, schemaVersion } = type;
    return [token, { [schemaVersion]: schemaDigest(type), ...recorded[token] }] as const;
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutWords(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => name !== 'description' || typeof member !== 'string',
  );
  return Object.fromEntries(members.map(([name, member]) => [name, withoutWords(member)]));
}
