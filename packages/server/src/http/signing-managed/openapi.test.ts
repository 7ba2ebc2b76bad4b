import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import server from '../../../package.json' with { type: 'json' };
import { managedDocument } from './openapi.ts';

it('has its OpenAPI document committed; node scripts/write-openapi.ts writes it', async () => {
  const committed = readFileSync(new URL('../../../../../docs/openapi/signing-managed.json', import.meta.url), 'utf8');
  assert.equal(await managedDocument(server.version), committed);
});
