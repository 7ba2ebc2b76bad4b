/** The example of a company's PKI as a directory, on an empty server. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { it } from 'node:test';
import { Certificate, parsePem } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { signing } from '../support/setups/signing-setup.ts';
import { TestServer } from '../support/test-server.ts';

const DIRECTORY = fileURLToPath(new URL('../../../examples/company-pki', import.meta.url));
const CODES = {
  SEALWRIGHT_IMPORT_ROOT_CODE: 'root code',
  SEALWRIGHT_IMPORT_ISSUING_CODE: 'issuing code',
  SEALWRIGHT_IMPORT_SIGNING_CODE: 'signing code',
};
const WHOLE = ['--initialize', '--expand', '--strict'];

it('builds an installation that issues at once, and is not made again', async (t) => {
  const server = await TestServer.start(t, {}, { environment: CODES });
  const { configuration, storage } = server.running.installation;
  const cli = commandLine(server);
  const planned = await cli('config', 'plan', DIRECTORY, ...WHOLE);
  assert.equal(planned.code, 2, planned.out + planned.error);
  const cas = planned.out.split('\n').filter((line) => line.includes('would get its keys'));
  assert.deepEqual(
    cas.map((line) => /'([^']+)'/.exec(line)![1]),
    ['Example Root CA', 'Example Issuing CA'],
  );
  assert.doesNotMatch(planned.out + planned.error, /root code|issuing code|signing code/);
  const applied = await cli('config', 'apply', DIRECTORY, ...WHOLE, '--yes');
  assert.equal(applied.code, 0, applied.out + applied.error);
  await requireUse(server);

  const certificates = async () =>
    Promise.all(
      ['Example Root CA', 'Example Issuing CA'].map(async (name) => {
        const state = await storage.stores.states.findState((await configuration.get(caType, name)).id);
        assert.equal(state!.status, 'ACTIVE');
        return Certificate.parse(state!.chain[0]!).sha256Fingerprint;
      }),
    );
  const before = await certificates();
  const again = await cli('config', 'plan', DIRECTORY, ...WHOLE);
  assert.equal(again.code, 0, again.out + again.error);
  assert.equal((await cli('config', 'apply', DIRECTORY, ...WHOLE)).code, 0);
  assert.deepEqual(await certificates(), before);
});

it('is exported, and makes the same of an empty server but for its keys', async (t) => {
  const first = await TestServer.start(t, {}, { environment: CODES });
  const applied = await commandLine(first)('config', 'apply', DIRECTORY, ...WHOLE, '--yes');
  assert.equal(applied.code, 0, applied.out + applied.error);
  const dump = await exportFiles(first);
  assert.ok(dump.has('workers/Release_Signer.yaml') && dump.has('admin-roles/Server_Registration.yaml'));
  // Another installation takes the codes from its environment, and has administrators and a management of its own.
  const copy = path.join(first.home, 'exported');
  for (const [file, text] of dump) {
    const code = /crypto-tokens\/(\w+)_Keys\.yaml$/.exec(file)?.[1]?.toUpperCase();
    if (code === undefined) continue;
    const withCode = text.replace(
      /^Authentication Code: placeholder$/m,
      `Authentication Code: \${SEALWRIGHT_IMPORT_${code}_CODE}`,
    );
    writeFileSync(path.join(copy, file), withCode.replaceAll(IDENTIFIER, ''));
  }
  const second = await TestServer.startFirst(t, {}, { environment: CODES });
  const built = await commandLine(second)('config', 'apply', copy, ...WHOLE, '--yes');
  assert.equal(built.code, 0, built.out + built.error);
  await requireUse(second);
  assert.deepEqual(masked(await exportFiles(second)), masked(dump));
});

/** Requires that certificates are issued and documents signed. */
async function requireUse(server: TestServer): Promise<void> {
  const out = path.join(server.home, 'web1');
  const names = ['--ca', 'Example Issuing CA', '--profile', 'TLS Server', '--end-entity-profile', 'TLS Server'];
  const subject = ['--subject', 'CN=web1.example,O=Example Inc', '--san', 'dns:web1.example'];
  const enrolled = await commandLine(server)('enroll', ...names, '--username', 'web1', ...subject, '--out', out);
  assert.equal(enrolled.code, 0, enrolled.error);
  const [certificate] = parsePem(readFileSync(`${out}.crt.pem`, 'utf8'));
  assert.equal(Certificate.parse(certificate!.der).issuer.toString(), 'CN=Example Issuing CA,O=Example Inc,C=SE');

  const { status, text } = await signing(server, '/workers/Release%20Signer/process', { body: { data: 'a release' } });
  assert.equal(status, 200, text);
}

/** The files of an export of everything but administrators and management, with their paths. */
async function exportFiles(server: TestServer): Promise<ReadonlyMap<string, string>> {
  const directory = path.join(server.home, 'exported');
  const choice = ['--exclude', '*:Management*;ROLE:Super*'];
  const exported = await commandLine(server)('config', 'export', directory, '--extensions', '--force', ...choice);
  assert.equal(exported.code, 0, exported.error);
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
  return new Map(files.toSorted().map((file) => [file, readFileSync(path.join(directory, file), 'utf8')]));
}

/** Takes out what is another one on each server: identifiers of keys. */
function masked(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].map(([file, text]) => [file, text.replaceAll(IDENTIFIER, '')]));
}

function commandLine(server: TestServer) {
  const url = server.running.urls[0]!.replace('127.0.0.1', 'localhost');
  return async (...args: readonly string[]) => run(['--server', url, '--home', server.home, ...args], {});
}

const IDENTIFIER = /^ +Subject Key Identifier: .*\n/gm;
