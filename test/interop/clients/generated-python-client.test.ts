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
import { pythonEnvironment } from '../../../scripts/python-environment.ts';
import { ClientProgram } from '../programs/client-program.ts';
import { describeEveryOperation, SERVED_OPERATIONS } from './every-operation.ts';

const SOURCE = path.join(import.meta.dirname, 'generated-client');
const run = promisify(execFile);
// Before there is a server: meanwhile this thread would not see that it closes an idle connection.
const python = pythonEnvironment('generated-client', path.join(SOURCE, 'requirements.txt'));
const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-generated-client-'));
after(() => rmSync(directory, { recursive: true }));

describeEveryOperation('a generated client in Python', SERVED_OPERATIONS, async (server) => {
  const description = await server.call('/openapi.json');
  assert.equal(description.status, 200);
  const file = path.join(directory, 'openapi.json');
  writeFileSync(file, description.text);
  const library = path.join(directory, 'library');
  const generator = ['-m', 'openapi_python_client', 'generate', '--meta', 'none', '--path', file];
  await run(python, [...generator, '--output-path', library]);
  return new ClientProgram(server, [python, path.join(SOURCE, 'client.py'), directory]);
});
