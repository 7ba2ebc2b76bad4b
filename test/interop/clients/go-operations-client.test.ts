/**
 * Every operation for certificates and end entities that the Go client of EJBCA's users has, unmodified: `node scripts/run-tests.ts clients`.
 *
 * It needs Go (1.19 or later) and Go's module proxy, from which the client comes by its hash.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { ClientProgram } from '../programs/client-program.ts';
import { describeEveryOperation } from './every-operation.ts';

const run = promisify(execFile);
const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-go-operations-'));
after(() => rmSync(directory, { recursive: true }));

describeEveryOperation(
  'the Go client',
  [
    'DELETE /v1/endentity/{endentity_name}',
    'GET /v1/certificate/expire',
    'GET /v1/certificate/status',
    'GET /v1/certificate/{issuer_dn}/{certificate_serial_number}/revocationstatus',
    'GET /v1/endentity/status',
    'GET /v2/certificate/profile/{profile_name}',
    'GET /v2/certificate/status',
    'GET /v2/endentity/profile/{endentity_profile_name}',
    'GET /v2/endentity/profiles/authorized',
    'GET /v2/endentity/status',
    'POST /v1/certificate/certificaterequest',
    'POST /v1/certificate/enrollkeystore',
    'POST /v1/certificate/pkcs10enroll',
    'POST /v1/certificate/search',
    'POST /v1/certificate/{request_id}/finalize',
    'POST /v1/endentity',
    'POST /v1/endentity/search',
    'POST /v1/endentity/{endentity_name}/setstatus',
    'POST /v2/certificate/search',
    'POST /v2/endentity/search',
    'PUT /v1/certificate/{issuer_dn}/{certificate_serial_number}/revoke',
    'PUT /v1/endentity/{endentity_name}/revoke',
  ],
  async (server) => {
    const program = path.join(directory, 'operations');
    const cwd = path.join(import.meta.dirname, 'go-client/operations');
    await run('go', ['build', '-mod=readonly', '-o', program, '.'], { cwd });
    return new ClientProgram(server, [program]);
  },
);
