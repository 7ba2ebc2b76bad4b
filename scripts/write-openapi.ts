/** Writes the OpenAPI documents of the interfaces to `docs/openapi/`: `node scripts/write-openapi.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import server from '../packages/server/package.json' with { type: 'json' };
import { administrationDocument } from '../packages/server/src/http/administration/openapi.ts';
import { caRestDocument } from '../packages/server/src/http/ca-rest/openapi.ts';
import { managedDocument } from '../packages/server/src/http/signing-managed/openapi.ts';
import { signingDocument } from '../packages/server/src/http/signing-rest/openapi.ts';

const directory = new URL('../docs/openapi/', import.meta.url);
mkdirSync(directory, { recursive: true });
writeFileSync(new URL('ca-rest.json', directory), await caRestDocument(server.version));
writeFileSync(new URL('administration.json', directory), await administrationDocument(server.version));
writeFileSync(new URL('signing-rest.json', directory), await signingDocument(server.version));
writeFileSync(new URL('signing-managed.json', directory), await managedDocument(server.version));
