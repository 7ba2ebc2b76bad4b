/** The example of a company's PKI as a directory, on an empty server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { it } from 'node:test';
import { Certificate, parsePem } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { TestServer } from '../support/test-server.ts';

const DIRECTORY = fileURLToPath(new URL('../../../examples/company-pki', import.meta.url));
const CODES = { SEALWRIGHT_IMPORT_ROOT_CODE: 'root code', SEALWRIGHT_IMPORT_ISSUING_CODE: 'issuing code' };

it('builds an installation that issues at once, and is not made again', async (t) => {
  const server = await TestServer.start(t, {}, { environment: CODES });
  const { configuration, storage } = server.running.installation;
  const cli = async (...args: readonly string[]) => {
    const url = server.running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', url, '--home', server.home, ...args], {});
  };
  const whole = ['--initialize', '--expand'];
  const planned = await cli('config', 'plan', DIRECTORY, ...whole);
  assert.equal(planned.code, 2, planned.out + planned.error);
  const cas = planned.out.split('\n').filter((line) => line.includes('would get its keys'));
  assert.deepEqual(
    cas.map((line) => /'([^']+)'/.exec(line)![1]),
    ['Example Root CA', 'Example Issuing CA'],
  );
  assert.doesNotMatch(planned.out + planned.error, /root code|issuing code/);
  const applied = await cli('config', 'apply', DIRECTORY, ...whole, '--yes');
  assert.equal(applied.code, 0, applied.out + applied.error);

  const out = path.join(server.home, 'web1');
  const names = ['--ca', 'Example Issuing CA', '--profile', 'TLS Server', '--end-entity-profile', 'TLS Server'];
  const subject = ['--subject', 'CN=web1.example,O=Example Inc', '--san', 'dns:web1.example'];
  const enrolled = await cli('enroll', ...names, '--username', 'web1', ...subject, '--out', out);
  assert.equal(enrolled.code, 0, enrolled.error);
  const [certificate] = parsePem(readFileSync(`${out}.crt.pem`, 'utf8'));
  assert.equal(Certificate.parse(certificate!.der).issuer.toString(), 'CN=Example Issuing CA,O=Example Inc,C=SE');

  const certificates = async () =>
    Promise.all(
      ['Example Root CA', 'Example Issuing CA'].map(async (name) => {
        const state = await storage.stores.states.findState((await configuration.get(caType, name)).id);
        assert.equal(state!.status, 'ACTIVE');
        return Certificate.parse(state!.chain[0]!).sha256Fingerprint;
      }),
    );
  const before = await certificates();
  const again = await cli('config', 'plan', DIRECTORY, ...whole);
  assert.equal(again.code, 0, again.out + again.error);
  assert.equal((await cli('config', 'apply', DIRECTORY, ...whole)).code, 0);
  assert.deepEqual(await certificates(), before);
});
