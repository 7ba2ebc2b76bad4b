/**
 * Schemathesis asks all operations of all descriptions, well and badly: `node scripts/run-tests.ts clients schemathesis`.
 *
 * Half a minute for each description; with SCHEMATHESIS_REQUESTS=20000 in the environment, until each has had so many requests. It needs Python, and PyPI,
 * from which it comes by its hash. Operations that deactivate CAs and crypto tokens are left out: what others answer then is a documented 503.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { pythonEnvironment } from '../../../scripts/python-environment.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';

const DESCRIPTIONS = ['ca-rest', 'administration', 'signing-rest', 'signing-managed'];
/** Faults of a server or of its description; refusing what the description permits is not a fault, since profiles and rights decide as well. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'allow_header_conformance',
  'unsupported_method',
];
const SECONDS = 30;
const REQUESTS = Number(process.env['SCHEMATHESIS_REQUESTS'] ?? 0);

describe('Schemathesis', () => {
  const shared = sharedServer();
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-schemathesis-'));
  const python = pythonEnvironment(
    'schemathesis',
    path.join(import.meta.dirname, 'schemathesis-client/requirements.txt'),
  );
  after(() => rmSync(directory, { recursive: true }));

  /** One run. @returns the requests that it has sent */
  async function run(name: string, seed: number): Promise<number> {
    const file = path.join(import.meta.dirname, `../../../docs/openapi/${name}.json`);
    const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: [{ url: string }] };
    const admin = (pem: string) => path.join(shared.server.home, 'admin', pem);
    const { port } = new URL(shared.server.running.urls[0]!);
    const program = spawn(
      path.join(path.dirname(python), 'schemathesis'),
      [
        `--config-file=${path.join(import.meta.dirname, 'schemathesis-client/schemathesis.toml')}`,
        'run',
        file,
        `--url=https://localhost:${port}${servers[0].url}`,
        `--tls-verify=${admin('ca-chain.pem')}`,
        `--request-cert=${admin('superadmin.crt.pem')}`,
        `--request-cert-key=${admin('superadmin.key.pem')}`,
        '--header=X-Keyfactor-Requested-With: schemathesis',
        `--checks=${CHECKS.join()}`,
        '--exclude-path-regex=/deactivate$',
        '--phases=coverage,fuzzing',
        '--continue-on-failure',
        '--no-shrink',
        `--seed=${seed}`,
        REQUESTS > 0 ? '--max-examples=200' : `--max-time=${SECONDS}`,
      ],
      { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const closed = once(program, 'close');
    const said = await text(program.stdout);
    const [status] = (await closed) as [number];
    assert.equal(status, 0, said.slice(0, MAX_SHOWN));
    return Number(/([\d,]+) generated/.exec(said)![1]!.replaceAll(',', ''));
  }

  for (const name of DESCRIPTIONS)
    it(`finds no failure of the server and no status that ${name} does not describe`, async (t) => {
      let requests = 0;
      for (let seed = 1; requests < Math.max(REQUESTS, 1); seed++) requests += await run(name, seed);
      t.diagnostic(`${requests} requests`);
      assert.ok(requests > 100, `${requests} requests`);
    });
});

const MAX_SHOWN = 20_000;
