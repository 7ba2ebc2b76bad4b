/**
 * The connector of the ACME server acme2certifier to EJBCA, unmodified, against a running server: `node scripts/run-tests.ts clients`.
 *
 * It needs Python 3.11 with venv, and PyPI, from which its packages come by their hashes.
 */
import { parsePem, writePkcs12 } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createPrivateKey, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../../../scripts/python-environment.ts';
import { certificateRequest, newKeyPair } from '../../e2e/support/enrollment.ts';
import { type ClientIdentity, TestServer } from '../../e2e/support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const run = promisify(execFile);
const SOURCE = path.join(import.meta.dirname, 'acme2certifier-client');

for (const compatibility of ['documented', 'ejbca'] as const)
  it(`enrolls and revokes as acme2certifier does (${compatibility})`, async (t) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-acme2certifier-'));
    atEnd(t, () => rmSync(directory, { recursive: true }));
    const python = pythonEnvironment('acme2certifier', path.join(SOURCE, 'requirements.txt'));
    const server = await TestServer.start(t, { compatibility });
    const file = (name: string, content: string | Uint8Array) => {
      writeFileSync(path.join(directory, name), content, { mode: 0o600 });
      return path.join(directory, name);
    };
    const configuration = file(
      'acme_srv.cfg',
      [
        '[CAhandler]',
        `api_host: https://localhost:${new URL(server.running.urls[0]!).port}`,
        `cert_file: ${file('client.p12', await keystoreOf(server.superAdministrator))}`,
        `cert_passphrase: ${PASSWORD}`,
        `ca_bundle: ${file('ca.pem', server.caChain)}`,
        'ca_name: ManagementCA',
        'cert_profile_name: SERVER',
        'ee_profile_name: EMPTY',
        'username: acme',
        'enrollment_code: 20310501',
        '',
      ].join('\n'),
    );
    const request = Buffer.from(parsePem(certificateRequest('CN=acme.example', newKeyPair()))[0]!.der);
    const { stdout } = await run(python, [path.join(SOURCE, 'client.py'), request.toString('base64url')], {
      env: { ...process.env, ACME_SRV_CONFIGFILE: configuration },
    });
    assert.deepEqual(JSON.parse(stdout), {
      error: null,
      certificates: 2,
      revocations: [
        [200, null],
        [400, 'urn:ietf:params:acme:error:alreadyRevoked'],
      ],
    });
  });

function keystoreOf({ cert, key }: ClientIdentity): Promise<Uint8Array> {
  const [certificate, ...chain] = parsePem(cert).map(({ der }) => der);
  return writePkcs12({
    privateKey: createPrivateKey(key).export({ format: 'der', type: 'pkcs8' }),
    certificate: certificate!,
    chain,
    password: PASSWORD,
    random: (octets) => new Uint8Array(randomBytes(octets)),
    iterations: 1000,
  });
}

const PASSWORD = 'foo123 foo123';
