/**
 * Every operation for certificates and end entities through a client that openapi-python-client generates of the description that the server
 * serves: `node scripts/run-tests.ts clients`. The SDK of EJBCA's users for Python is such a client, and no registry has it.
 *
 * It needs Python 3.11 with venv, and PyPI, from which the generator comes by its hashes.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../../scripts/python-environment.ts';
import { ClientProgram } from './client-program.ts';
import { describeEveryOperation } from './every-operation.ts';

const SOURCE = path.join(import.meta.dirname, 'generated-client');
const run = promisify(execFile);
const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-generated-client-'));
after(() => rmSync(directory, { recursive: true }));

describeEveryOperation(
  'a generated client in Python',
  [
    'DELETE /v1/endentity/{endentity_name}',
    'GET /v1/certificate/status',
    'GET /v1/certificate/{issuer_dn}/{certificate_serial_number}/revocationstatus',
    'GET /v1/endentity/status',
    'GET /v2/certificate/profile/{profile_name}',
    'GET /v2/certificate/status',
    'GET /v2/endentity/profile/{endentity_profile_name}',
    'GET /v2/endentity/profiles/authorized',
    'GET /v2/endentity/status',
    'POST /v1/certificate/certificaterequest',
    'POST /v1/certificate/enroll',
    'POST /v1/certificate/enrollkeystore',
    'POST /v1/certificate/pkcs10enroll',
    'POST /v1/certificate/{request_id}/finalize',
    'POST /v1/endentity',
    'POST /v1/endentity/edit',
    'POST /v1/endentity/search',
    'POST /v1/endentity/{endentity_name}/setstatus',
    'POST /v2/certificate/{issuer_dn}/keyimport',
    'POST /v2/endentity/search',
    'PUT /v1/certificate/{issuer_dn}/{certificate_serial_number}/revoke',
    'PUT /v1/endentity/{endentity_name}/revoke',
    'PUT /v2/certificate/{issuer_dn}/{certificate_serial_number}/keyrecover',
  ],
  async (server) => {
    const python = pythonEnvironment('generated-client', path.join(SOURCE, 'requirements.txt'));
    const description = await server.call('/openapi.json');
    assert.equal(description.status, 200);
    const file = path.join(directory, 'openapi.json');
    writeFileSync(file, description.text);
    const library = path.join(directory, 'library');
    const generator = ['-m', 'openapi_python_client', 'generate', '--meta', 'none', '--path', file];
    await run(python, [...generator, '--output-path', library]);
    return new ClientProgram(server, [python, path.join(SOURCE, 'client.py'), directory]);
  },
);
