/**
 * The schema of every type of document, held against the one that its version was recorded with.
 *
 * A stored document keeps the version of its schema. A schema that changes under the same version makes stored documents unusable, or has
 * them mean something else, without anybody seeing it.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { canonicalJson, type JsonValue } from '../../packages/server/src/kernel/canonical-json.ts';
import { roleType } from '../../packages/server/src/modules/access/index.ts';
import { approvalProfileType } from '../../packages/server/src/modules/approvals/index.ts';
import { caType } from '../../packages/server/src/modules/ca/index.ts';
import { cryptoTokenType } from '../../packages/server/src/modules/crypto-tokens/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../packages/server/src/modules/profiles/index.ts';
import { serviceType } from '../../packages/server/src/modules/services/index.ts';
import { signingSettingsType, workerType } from '../../packages/server/src/modules/signing/index.ts';

const TYPES = [
  approvalProfileType,
  caType,
  certificateProfileType,
  cryptoTokenType,
  endEntityProfileType,
  roleType,
  serviceType,
  signingSettingsType,
  workerType,
];

/** SHA-256 by type and version. */
const recorded = JSON.parse(
  readFileSync(new URL('fixtures/document-schemas.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, string>>>>;

for (const { token, schema, schemaVersion } of TYPES) {
  it(`the schema of ${token} is the one of its version ${schemaVersion}`, () => {
    const digest = createHash('sha256')
      .update(canonicalJson(withoutWords(JSON.parse(JSON.stringify(schema)) as JsonValue)))
      .digest('hex');
    assert.equal(
      digest,
      recorded[token]?.[schemaVersion],
      `The schema of ${token} is another one. Raise its schemaVersion, give 'upgrade', and record '${schemaVersion + 1}' in fixtures/document-schemas.json.`,
    );
  });
}

/** Descriptions may change at any time. */
function withoutWords(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => name !== 'description' || typeof member !== 'string',
  );
  return Object.fromEntries(members.map(([name, member]) => [name, withoutWords(member)]));
}
