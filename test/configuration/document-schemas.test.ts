/**
 * The schema of every type of document, held against the one that its version was recorded with.
 *
 * A stored document keeps the version of its schema. A schema that changes under the same version makes stored documents unusable, or has
 * them mean something else, without anybody seeing it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { DOCUMENT_TYPES } from '../../packages/server/src/wiring/document-types.ts';
import { DIGESTS, schemaDigest, type SchemaDigests } from '../../scripts/reference/schema-digests.ts';

const recorded = JSON.parse(readFileSync(DIGESTS, 'utf8')) as SchemaDigests;

for (const type of DOCUMENT_TYPES) {
  const { token, schemaVersion } = type;
  it(`the schema of ${token} is the one of its version ${schemaVersion}`, () => {
    assert.equal(
      schemaDigest(type),
      recorded[token]?.[schemaVersion],
      `The schema of ${token} is another one. Raise its schemaVersion to ${schemaVersion + 1}, give 'upgrade', and run node scripts/write-reference.ts, which records it.`,
    );
  });
}
