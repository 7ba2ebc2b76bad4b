import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import server from '../../../package.json' with { type: 'json' };
import { administrationDocument } from './openapi.ts';

it('has its OpenAPI document committed; node scripts/write-openapi.ts writes it', async () => {
  const committed = readFileSync(new URL('../../../../../docs/openapi/administration.json', import.meta.url), 'utf8');
  assert.equal(await administrationDocument(server.version), committed);
});
