/** `sealwright enroll --dry-run` against a server. */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { createApprovalProfile, decide, officersOf } from '../support/setups/approval-setup.ts';
import { createProfiles, editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { findEndEntity } from '../support/setups/end-entity-setup.ts';
import { certificateRequest, newKeyPair } from '../support/enrollment.ts';
import { addEndEntity, PASSWORD } from '../support/setups/keystore-setup.ts';

describe('sealwright enroll --dry-run', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    await createApprovalProfile(shared.server, 'Four eyes', {});
    await createCa(shared.server, 'Guarded');
    await editCa(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    await createProfiles(shared.server, 'No usage', { keyUsage: ['keyEncipherment'] });
  });

  const cli = async (...args: readonly string[]) => {
    const { home, running } = shared.server;
    const files = readdirSync(home);
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    const result = await run(['--server', server, '--home', home, 'enroll', ...args]);
    assert.deepEqual(
      readdirSync(home).filter((name) => !files.includes(name) && !name.startsWith('sealwright.db')),
      [],
    );
    return result;
  };
  const enroll = (username: string, ...args: readonly string[]) =>
    cli('--dry-run', '--ca', 'ManagementCA', '--profile', 'SERVER', '--username', username, ...args);

  it('shows what would be issued and who decides it, and writes no file', async () => {
    const { code, out, error } = await enroll('web1', '--subject', 'CN=web1.example', '--san', 'dns:web1.example');
    assert.equal(code, 0, error);
    assert.match(out, /^dry run: it would be issued\n\nFIELD +VALUE +DECIDED BY +BECAUSE\n/);
    assert.match(out, /\nsubject +CN=web1\.example +request\n/);
    assert.match(
      out,
      /\nextensions\.subjectAltName +dNSName=web1\.example +request +allowed by subjectAlternativeNameUsed of the certificate profile/,
    );
    assert.match(out, /\nvalidity\.notAfter +\S+Z +certificate profile 'SERVER': validity\n/);
    assert.equal(await findEndEntity(shared.server, 'web1'), undefined);
  });

  it('takes a request from a file, and answers JSON', async () => {
    const file = path.join(shared.server.home, 'web2.csr');
    writeFileSync(file, certificateRequest('CN=web2', newKeyPair()));
    const { code, out } = await enroll('web2', '--csr', file, '--json');
    assert.equal(code, 0);
    const answer = JSON.parse(out) as Record<string, unknown>;
    assert.equal(answer['would_be_issued'], true);
    assert.match(answer['certificate_text'] as string, /Subject: CN=web2\n/);
  });

  it('ends with 1 when it would be refused, with the words of the refusal', async () => {
    const args = ['--profile', 'No usage', '--end-entity-profile', 'No usage', '--subject', 'CN=x'];
    const { code, out } = await enroll('x', ...args);
    assert.equal(code, 1);
    assert.match(
      out,
      /^dry run: it would be refused: The certificate is not signed, because the lint 'x509' refuses it/,
    );
    assert.match(out, /\nlint:\nLEVEL +RULE +CLAUSE +FINDING\nerror +rfc5280\/key-usage-bits +RFC/);
    const refused = await enroll('x', '--profile', 'None', '--subject', 'CN=x');
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(refused.error, /None/);
  });

  it('says that others would have to approve it, and is of what they have approved', async () => {
    const { server } = shared;
    const guarded = ['--ca', 'Guarded', '--subject', 'CN=carol'];
    const { code, out } = await enroll('carol', ...guarded);
    assert.equal(code, 6);
    assert.match(out, /^dry run: others would have to approve it\n/);
    const at = path.join(server.home, 'carol');
    const { home, running } = server;
    const url = running.urls[0]!.replace('127.0.0.1', 'localhost');
    const asked = ['enroll', '--profile', 'SERVER', '--username', 'carol', ...guarded, '--out', at, '--json'];
    const id = (JSON.parse((await run(['--server', url, '--home', home, ...asked])).out) as { request_id: number })
      .request_id;
    const finalize = ['--dry-run', '--finalize', String(id)];
    assert.equal((await cli(...finalize)).code, 6);
    await decide(server, id, officers.first);
    const approved = await cli(...finalize);
    assert.equal(approved.code, 0, approved.error);
    assert.match(approved.out, /\nsubject +CN=carol +request\n/);
  });

  it('is of a keystore, whose key is not made', async () => {
    const { server } = shared;
    await addEndEntity(server, 'dave');
    const password = path.join(server.home, 'password');
    writeFileSync(password, `${PASSWORD}\n`);
    const args = ['--dry-run', '--keystore', 'p12', '--username', 'dave', '--password-file', password];
    const { code, out, error } = await cli(...args, '--key-type', 'RSA-3072');
    assert.equal(code, 0, error);
    assert.match(out, /\nsubjectPublicKeyInfo +RSA 3072 +program +a key of its kind that nobody has/);
  });

  it('needs --out for everything else', async () => {
    const { code, error } = await cli(
      '--ca',
      'ManagementCA',
      '--profile',
      'SERVER',
      '--username',
      'x',
      '--subject',
      'CN=x',
    );
    assert.equal(code, 2);
    assert.match(error, /--out is missing/);
  });
});
