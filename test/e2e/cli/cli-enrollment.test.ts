/** `sealwright enroll` against a server: its validity, and the end of an enrollment that others have approved. */
import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { formatPem, readPkcs12 } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { createApprovalProfile, decide, officersOf, statusOf } from '../support/setups/approval-setup.ts';
import { createProfiles, editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import type { ClientIdentity } from '../support/test-server.ts';

describe('sealwright enroll against a server', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    await createApprovalProfile(shared.server, 'Four eyes', {});
    await createApprovalProfile(shared.server, 'Hasty', { requestExpirationPeriod: '10m' });
    await createCa(shared.server, 'Guarded');
    await editCa(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    await createCa(shared.server, 'Short', { validity: '10d' });
    await createProfiles(shared.server, 'Asked', { allowValidityOverride: true });
  });

  const at = (name: string) => path.join(shared.server.home, name);
  const read = (name: string) => readFileSync(at(name), 'utf8');
  const write = (name: string, content: string) => {
    writeFileSync(at(name), content);
    return at(name);
  };
  const cli = async (as: ClientIdentity | undefined, ...args: readonly string[]) => {
    const { home, running } = shared.server;
    const identity = as === undefined ? [] : ['--cert', write('o.crt', as.cert), '--key', write('o.key', as.key)];
    return run(['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home, ...identity, ...args]);
  };

  describe('sealwright enroll --finalize', () => {
    /** Asks for a certificate and gives the number of the request. */
    const ask = async (name: string, ...args: readonly string[]) => {
      const given = args.includes('--csr') ? args : ['--subject', `CN=${name}`, ...args];
      const common = ['--ca', 'Guarded', '--profile', 'SERVER', '--username', name, '--out', at(name)];
      const { code, out, error } = await cli(undefined, 'enroll', ...common, ...given, '--json');
      assert.equal(code, 6, error);
      return (JSON.parse(out) as { request_id: number }).request_id;
    };
    const approve = async (id: number) =>
      assert.equal((await decide(shared.server, id, officers.first)).json['status'], 'APPROVED');
    const finalize = (id: number | string, name: string, ...args: readonly string[]) =>
      cli(undefined, 'enroll', '--finalize', String(id), '--out', at(name), ...args);

    it('joins the certificate to the key that was kept', async () => {
      const id = await ask('joined');
      await approve(id);
      const { code, out, error } = await finalize(id, 'joined');
      assert.equal(code, 0, error);
      assert.match(out, /^issued [0-9A-F]+ to CN=joined by CN=Guarded/);
      const certificate = new X509Certificate(read('joined.crt.pem'));
      assert.ok(certificate.checkPrivateKey(createPrivateKey(read('joined.key.pem'))));
      assert.ok(certificate.checkIssued(new X509Certificate(read('joined.chain.pem'))));
      assert.ok(!existsSync(at('joined.key.pem.new')));
    });

    it('does the same as approval finalize, and writes a keystore', async () => {
      const id = await ask('stored');
      await approve(id);
      const password = write('p12.password', 'correct horse\n');
      const args = ['--out', at('stored'), '--p12', at('stored.p12'), '--p12-password-file', password];
      const { code, error } = await cli(undefined, 'approval', 'finalize', String(id), ...args);
      assert.equal(code, 0, error);
      const { keys, certificates } = await readPkcs12(readFileSync(at('stored.p12')), 'correct horse');
      assert.deepEqual([keys.length, certificates.length], [1, 2]);
    });

    it('ends with the exit code 6 while the request waits, and keeps the key', async () => {
      const id = await ask('waiting');
      const { code, out } = await finalize(id, 'waiting');
      assert.equal(code, 6);
      assert.match(out, /still waiting for approval/);
      assert.ok(existsSync(at('waiting.key.pem.new')));
    });

    it('shows who could approve that their approval is what it waits for', async () => {
      const id = await ask('shown');
      const { out } = await cli(officers.first, 'approval', 'show', String(id));
      assert.match(out, /^waits for you +your approval$/m);
      assert.match(out, /^requested by +CN=SuperAdmin\b/m);
    });

    it('says that the request was rejected or has expired, and where the key is', async () => {
      const rejected = await ask('rejected');
      await decide(shared.server, rejected, officers.first, { approve: false });
      const refused = await finalize(rejected, 'rejected');
      assert.equal(refused.code, 1);
      assert.match(refused.error, /has been rejected.*the private key is kept in .*rejected\.key\.pem\.new/);
      await editCa(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'Hasty' } });
      const expired = await ask('expired');
      await editCa(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
      shared.server.clock.advanceSeconds(601);
      assert.equal(await statusOf(shared.server, expired), 'EXPIRED');
      const late = await finalize(expired, 'expired', '--json');
      assert.equal(late.code, 1);
      const { error } = JSON.parse(late.error) as { error: { message: string; key_file: string } };
      assert.match(error.message, /has expired/);
      assert.equal(error.key_file, at('expired.key.pem.new'));
    });

    it('collects a certificate once', async () => {
      const id = await ask('once');
      await approve(id);
      writeFileSync(at('twice.key.pem.new'), read('once.key.pem.new'));
      assert.equal((await finalize(id, 'once')).code, 0);
      const again = await finalize(id, 'twice');
      assert.equal(again.code, 1);
      assert.match(again.error, /has already been finalized/);
    });

    it('asks for nothing before the key of the request is there', async () => {
      const id = await ask('missing');
      await approve(id);
      const elsewhere = await finalize(id, 'elsewhere');
      assert.equal(elsewhere.code, 4);
      assert.match(elsewhere.error, /no private key waits in .*elsewhere\.key\.pem\.new/);
      write('blocked.key.pem.new', read('missing.key.pem.new'));
      write('blocked.crt.pem', 'mine');
      assert.equal((await finalize(id, 'blocked')).code, 4, 'a file is in the way');
      assert.equal((await finalize(id, 'missing')).code, 0, 'it is still there');
    });

    it('keeps a certificate that is for another key, and says where', async () => {
      const [id, other] = [await ask('one'), await ask('other')];
      await approve(id);
      const { code, error } = await finalize(id, 'other');
      assert.equal(code, 5);
      assert.match(
        error,
        /for another key than that of the request; the certificate is kept in .*other\.crt\.pem\.new/,
      );
      assert.ok(
        new X509Certificate(read('other.crt.pem.new')).checkPrivateKey(createPrivateKey(read('one.key.pem.new'))),
      );
      assert.ok(other > 0 && existsSync(at('other.key.pem.new')) && !existsSync(at('other.key.pem')));
    });

    it('takes the request of a key that is elsewhere', async () => {
      const { certificate_request: csr } = newRequest({ username: 'csr', subject: 'CN=csr' });
      const file = write(
        'csr.csr',
        csr.startsWith('-----') ? csr : formatPem('CERTIFICATE REQUEST', Buffer.from(csr, 'base64')),
      );
      const id = await ask('csr', '--csr', file);
      await approve(id);
      assert.equal((await finalize(id, 'csr', '--csr', file)).code, 0);
      assert.ok(existsSync(at('csr.crt.pem')) && !existsSync(at('csr.key.pem')));
    });

    it('refuses what was said when the request was made, and what is not a number', async () => {
      const common = ['enroll', '--finalize', '7', '--out', at('x')];
      for (const option of [
        ['--ca', 'X'],
        ['--subject', 'CN=x'],
        ['--not-after', '2031-01-01T00:00:00Z'],
      ]) {
        const { code, error } = await cli(undefined, ...common, ...option);
        assert.equal(code, 2);
        assert.match(error, new RegExp(`${option[0]} was said when the request was made`));
      }
      assert.equal((await finalize('x', 'x')).code, 2);
      assert.match(
        (await cli(undefined, 'enroll', '--out', at('x'))).error,
        /--ca, --profile and --username are needed/,
      );
    });
  });

  describe('the validity of sealwright enroll', () => {
    const iso = (days: number) =>
      `${new Date(shared.server.clock.nowMs() + days * 86_400_000).toISOString().slice(0, 19)}Z`;
    const enroll = async (out: string, ...args: readonly string[]) => {
      const common = ['--username', out, '--subject', `CN=${out}`, '--out', at(out), '--json'];
      return cli(undefined, 'enroll', ...common, ...args);
    };
    const FIXED = ['--profile', 'SERVER'];
    const ASKED = ['--ca', 'ManagementCA', '--profile', 'Asked', '--end-entity-profile', 'Asked'];

    it('is what was asked for where the profile allows it', async () => {
      const [start, end] = [iso(1), iso(3)];
      const { code, out, error } = await enroll('exact', ...ASKED, '--not-before', start, '--not-after', end);
      assert.equal(code, 0, error);
      const { not_before, not_after, warnings } = JSON.parse(out) as Record<string, unknown>;
      assert.deepEqual([not_before, not_after, warnings], [start, end, undefined]);
    });

    it('is refused where the profile decides on it, and nothing is left behind', async () => {
      const { code, error } = await enroll('fixed', '--ca', 'ManagementCA', ...FIXED, '--not-after', iso(3));
      assert.equal(code, 1);
      assert.match(error, /certificate profile 'SERVER' decides on the validity/);
      assert.ok(!existsSync(at('fixed.key.pem.new')));
    });

    it('is refused before others are asked to approve it', async () => {
      const { code, error } = await enroll('unapproved', '--ca', 'Guarded', ...FIXED, '--not-after', iso(3));
      assert.equal(code, 1);
      assert.match(error, /decides on the validity/);
    });

    it('is cut by the profile with a warning', async () => {
      const { code, out } = await enroll('long', ...ASKED, '--not-after', iso(20_000));
      assert.equal(code, 0);
      const { warnings } = JSON.parse(out) as { warnings: string[] };
      assert.match(warnings[0]!, /^the validity is cut: the certificate profile has it end at /);
    });

    it('is cut to the end of the CA with a warning, asked for or not', async () => {
      for (const [name, args] of [
        ['cut1', []],
        ['cut2', ['--not-after', iso(300)]],
      ] as const) {
        const profile = args.length === 0 ? ['--profile', 'SERVER'] : ['--profile', 'Asked', '--ee-profile', 'Asked'];
        const { code, out, error } = await enroll(name, '--ca', 'Short', ...profile, ...args);
        assert.equal(code, 0, error);
        const { warnings } = JSON.parse(out) as { warnings: string[] };
        assert.match(warnings[0]!, /^the validity is cut: the certificate of the CA ends at /);
      }
    });

    it('is not a warning for people on standard output', async () => {
      const common = ['--username', 'text', '--subject', 'CN=text', '--out', at('text')];
      const { out, error } = await cli(undefined, 'enroll', ...common, '--ca', 'Short', '--profile', 'SERVER');
      assert.match(error, /^sealwright: warning: the validity is cut: .*\n$/);
      assert.doesNotMatch(out, /warning/);
    });
  });
});
