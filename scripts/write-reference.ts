/**
 * Writes the reference of settings to `docs/reference/`, and records the schemas of new types and versions of documents:
 * `node scripts/write-reference.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DOCUMENT_TYPES } from '../packages/server/src/wiring/document-types.ts';
import { referencePages } from './reference/pages.ts';
import { DIGESTS, type SchemaDigests, withNewDigests } from './reference/schema-digests.ts';

const directory = new URL('../docs/reference/', import.meta.url);
mkdirSync(directory, { recursive: true });
for (const [name, text] of referencePages()) writeFileSync(new URL(name, directory), text);
const digests = withNewDigests(JSON.parse(readFileSync(DIGESTS, 'utf8')) as SchemaDigests, DOCUMENT_TYPES);
writeFileSync(DIGESTS, `${JSON.stringify(digests, null, 2)}\n`);
