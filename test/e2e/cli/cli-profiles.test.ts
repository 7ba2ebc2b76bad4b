/** The commands that copy starters, against a server as its first start leaves it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Certificate, parsePem } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { createSshCa, newSshKey } from '../support/setups/ssh-setup.ts';
import { cli, createStarters, PUBLIC_STARTERS, X509_STARTERS } from '../support/starters.ts';
import { TestServer } from '../support/test-server.ts';

interface Made {
  readonly outcome: string;
  readonly documents: readonly { readonly type: string; readonly name: string }[];
  readonly next: string;
  readonly warnings?: readonly string[];
}

describe('the commands for starters', () => {
  const shared = sharedServer();
  const call = (...args: readonly string[]) => cli(shared.server, ...args);
  const succeed = async (...args: readonly string[]) => {
    const { code, out, error } = await call(...args);
    assert.equal(code, 0, error);
    return out;
  };
  const create = async (...args: readonly string[]) =>
    JSON.parse(await succeed('profile', 'create', ...args, '--json')) as Made;
  const directory = () => mkdtempSync(path.join(shared.server.home, 'starters-'));

  it('list the starters with a line each, and ask no server', async () => {
    const { code, out } = await run(['--server', 'https://localhost:1', 'profile', 'starters']);
    assert.equal(code, 0);
    assert.match(out, /^STARTER +FOR\ntls-server +TLS servers on the internet/);
    assert.match(out, /^ssh-host +Hosts that people log in to with SSH/m);
  });

  it('show the documents of one as `config set` reads them', async () => {
    const both = await succeed('profile', 'show', '--like', 'tls-client');
    assert.match(both, /^# config set certprofile "tls-client"\n[^]*\n---\n# config set eeprofile "tls-client"\n/);
    const home = directory();
    for (const type of ['certprofile', 'eeprofile']) {
      const text = await succeed(
        'profile',
        'show',
        'Shown',
        '--like',
        'tls-client',
        '--ca',
        'ManagementCA',
        '--type',
        type,
      );
      const file = path.join(home, type);
      writeFileSync(file, text);
      assert.match(await succeed('config', 'set', type, 'Shown', '--file', file), /made: \w+ 'Shown'\n$/);
    }
    const settings = await succeed('config', 'get', 'eeprofile', 'Shown');
    assert.match(settings, /^availableCas:\n {2}- ManagementCA\ndefaultCertificateProfile: Shown$/m);
  });

  // The last ones give the CA what the others do not need.
  const isPublic = (starter: string) => PUBLIC_STARTERS.has(starter);
  for (const starter of X509_STARTERS.toSorted((a, b) => Number(isPublic(a)) - Number(isPublic(b)))) {
    const title = isPublic(starter)
      ? 'warns that the CA names no addresses, and whose next command works once it does'
      : 'whose next command works at once';
    it(`make a pair like ${starter} ${title}`, async () => {
      const without = { crlDistributionPoints: [], caIssuerUris: [], ocspUris: [] };
      if (isPublic(starter)) await editCa(shared.server, 'ManagementCA', without);
      const made = await create(`Like ${starter}`, '--like', starter);
      assert.deepEqual(
        made.documents.map(({ type, name }) => `${type} ${name}`),
        [`CERTPROFILE Like ${starter}`, `EEPROFILE Like ${starter}`],
      );
      assert.match(made.next, new RegExp(`^sealwright enroll --ca ManagementCA --profile "Like ${starter}" `));
      const next = async () => runNext(shared.server, made.next, directory());
      if (isPublic(starter)) {
        assert.match(made.warnings![0]!, /set its crlDistributionPoints and caIssuerUris/);
        const refused = await next();
        assert.equal(refused.code, 1);
        assert.match(
          refused.error,
          /\((?:tls|smime|code-signing)\/[a-z-]+, [A-Za-z/ ]*Baseline Requirements [0-9.a-z]+\)/,
        );
        await createStarters(shared.server, []);
      } else assert.equal(made.warnings, undefined);
      const { code, error, out } = await next();
      assert.equal(code, 0, error);
      const [, file = ''] = /certificate +(\S.*)/.exec(out)!;
      Certificate.parse(parsePem(readFileSync(file, 'utf8'))[0]!.der);
    });
  }

  for (const starter of ['ssh-user', 'ssh-host']) {
    it(`make a pair like ${starter}, whose next command works at once`, async () => {
      if (starter === 'ssh-user') {
        const none = await create('No SSH CA', '--like', starter);
        assert.match(none.warnings![0]!, /^no active CA of the type SSH/);
        await createSshCa(shared.server, 'SSH CA');
      }
      const made = await create(starter, '--like', starter);
      assert.match(made.next, /^sealwright ssh sign \S+ --ca "SSH CA" /);
      const home = directory();
      const key = path.join(home, 'key.pub');
      writeFileSync(key, newSshKey());
      const { code, error, out } = await runNext(shared.server, made.next.replace(/sign \S+/, `sign ${key}`), home);
      assert.equal(code, 0, error);
      assert.match(
        out,
        starter === 'ssh-user' ? /user certificate 'alice'.* for alice/ : /host certificate.* for web1\.example\.com/,
      );
    });
  }

  it('refuse a name that one of the two profiles has already, and change nothing', async () => {
    await succeed('config', 'set', 'eeprofile', 'Taken', '--file', file('availableCas: [Any CA]'));
    const { code, error } = await call('profile', 'create', 'Taken', '--like', 'tls-client');
    assert.equal(code, 1);
    assert.match(error, /the EEPROFILE 'Taken' exists already/);
    assert.equal((await call('config', 'get', 'certprofile', 'Taken')).code, 1);
  });

  it('make neither profile when one of them would be refused', async () => {
    const { code, error } = await call('profile', 'create', 'Nowhere', '--like', 'tls-client', '--ca', 'Nobody CA');
    assert.equal(code, 1);
    assert.match(error, /availableCas\[0\].*'Nobody CA'/);
    assert.equal((await call('config', 'get', 'certprofile', 'Nowhere')).code, 1);
  });

  it('show in a dry run what would be made and what would be refused, and make nothing', async () => {
    const planned = await succeed('profile', 'create', 'Dry', '--like', 'tls-client', '--dry-run');
    assert.match(
      planned,
      /^\+ CERTPROFILE 'Dry': \{.*\n\+ EEPROFILE 'Dry': \{.*"availableCertificateProfiles":\["Dry"\]/,
    );
    const refused = await call('profile', 'create', 'Dry', '--like', 'tls-client', '--ca', 'Nobody CA', '--dry-run');
    assert.equal(refused.code, 1);
    assert.match(refused.out, /^! CERTPROFILE availableCas\[0\]: /m);
    assert.equal((await call('config', 'get', 'certprofile', 'Dry')).code, 1);
  });

  it('make nothing for somebody who may edit one kind of profile only', async () => {
    const rules = { '/ca_functionality/edit_certificate_profiles/': 'ALLOW', '/ca/': 'ALLOW' } as const;
    const officer = await newOfficer(shared.server, 'half', rules);
    const as = ['--cert', file(officer.cert), '--key', file(officer.key)];
    const { code, error } = await call('profile', 'create', 'Half', '--like', 'tls-client', ...as);
    assert.deepEqual([code, error.includes('Not authorized')], [1, true], error);
    assert.equal((await call('config', 'get', 'certprofile', 'Half')).code, 1);
  });

  it('name the starters when there is none of a name', async () => {
    const { code, error } = await call('profile', 'create', 'X', '--like', 'tls');
    assert.equal(code, 2);
    assert.match(error, /there is no starter 'tls'; there are tls-server, /);
  });

  it('warn of no addresses when the CA has them', async () => {
    await editCa(shared.server, 'ManagementCA', {
      crlDistributionPoints: ['http://a.example/crl'],
      caIssuerUris: ['http://a.example'],
    });
    assert.equal((await create('Addressed', '--like', 'tls-server', '--ca', 'ManagementCA')).warnings, undefined);
  });

  function file(content: string): string {
    const full = path.join(directory(), 'file');
    writeFileSync(full, content);
    return full;
  }
});

it('pairs like public starters issue at once after a first start that names a public URL', async (t) => {
  const server = await TestServer.startFirst(t, { publicUrl: 'http://pki.example.com' });
  for (const starter of PUBLIC_STARTERS.keys()) {
    const { code, out, error } = await cli(server, 'profile', 'create', starter, '--like', starter, '--json');
    assert.equal(code, 0, error);
    const { next, warnings } = JSON.parse(out) as Made;
    assert.equal(warnings, undefined);
    const issued = await runNext(server, next, mkdtempSync(path.join(server.home, 'first-')));
    assert.equal(issued.code, 0, issued.error);
  }
});

/** Runs a command as somebody does who pastes it into a shell, with files in `home`. */
async function runNext(server: TestServer, next: string, home: string) {
  const words = spawnSync('sh', ['-c', `printf '%s\\0' ${next}`], { encoding: 'utf8' })
    .stdout.split('\0')
    .slice(1, -1);
  const out = words.indexOf('--out');
  if (out !== -1) words[out + 1] = path.join(home, words[out + 1]!);
  return cli(server, ...words);
}
