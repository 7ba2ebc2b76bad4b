/** Programs of others use what the starters issue: OpenSSL, osslsigncode and ssh-keygen. */
import { type Certificate, formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { type KeyType, makeKey } from '../../../packages/cli/src/enrollment/key-types.ts';
import { certificateOf, MANAGEMENT_CA_DN, newCrl, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { eventually } from '../../eventually.ts';
import { createSshCa } from '../../e2e/support/setups/ssh-setup.ts';
import {
  cli,
  createStarters,
  keyTypesOf,
  requestStarter,
  starterRequest,
  X509_STARTERS,
  type X509StarterName,
} from '../../e2e/support/starters.ts';
import { OpenSsh } from '../programs/openssh.ts';
import { OpenSsl } from '../programs/openssl.ts';
import { tinyProgram } from '../programs/tiny-program.ts';

/** The purposes that `openssl verify` knows. */
const ALL_PURPOSES = ['sslclient', 'sslserver', 'smimesign', 'smimeencrypt', 'timestampsign'] as const;
type Purpose = (typeof ALL_PURPOSES)[number];

/** Purposes of the certificates of each starter. */
const PURPOSES: Readonly<Record<X509StarterName, readonly Purpose[]>> = {
  'tls-server': ['sslserver'],
  'tls-server-private': ['sslserver'],
  'tls-client': ['sslclient'],
  smime: ['smimesign', 'smimeencrypt'],
  'code-signing': [],
  'time-stamping': ['timestampsign'],
  'ocsp-signer': [],
  device: ['sslclient', 'sslserver', 'smimesign'],
  ipsec: ['sslserver'],
  'smart-card-logon': ['sslclient'],
  'kubernetes-server': ['sslserver'],
  'kubernetes-client': ['sslclient'],
  'kerberos-kdc': [],
};

describe('certificates under the starters', () => {
  const shared = sharedServer();
  const openssl = new OpenSsl();
  const ssh = new OpenSsh();
  let count = 0;
  after(() => (openssl.remove(), ssh.remove()));

  before(async () => {
    const { server } = shared;
    await createStarters(server);
    const chain = await server.call(`/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/certificate/download`);
    openssl.write('ca.pem', chain.text);
  });

  /** Enrolls, and writes `<file>.pem` and `<file>.key`. */
  async function issue(
    file: string,
    starter: X509StarterName,
    keyType: KeyType,
    names: { readonly subject?: string; readonly san?: readonly string[] } = {},
  ): Promise<Certificate> {
    const key = await makeKey(keyType);
    const request = { ...starterRequest(starter, count++), ...names };
    const answer = await requestStarter(shared.server, starter, request, key);
    assert.equal(answer.status, 200, answer.text);
    const certificate = certificateOf(answer);
    openssl.write(`${file}.pem`, formatPem('CERTIFICATE', certificate.der));
    openssl.write(`${file}.key`, formatPem('PRIVATE KEY', key.pkcs8));
    return certificate;
  }

  for (const starter of X509_STARTERS) {
    it(`are for ${PURPOSES[starter].join(' and ') || 'no purpose that it knows'} to OpenSSL and for no other, under ${starter}`, async () => {
      for (const keyType of keyTypesOf(starter)) {
        await issue('leaf', starter, keyType);
        const accepted = ALL_PURPOSES.filter((purpose) => {
          const { status } = openssl.outcome(
            'verify',
            '-x509_strict',
            '-purpose',
            purpose,
            '-CAfile',
            'ca.pem',
            'leaf.pem',
          );
          return status === 0;
        });
        // OpenSSL encrypts mail to RSA keys alone, and takes a key without extended key usage for all of them.
        const wanted = PURPOSES[starter].filter((purpose) => purpose !== 'smimeencrypt' || keyType.startsWith('RSA'));
        assert.deepEqual(accepted, wanted, keyType);
      }
    });
  }

  it('let an OpenSSL client into an OpenSSL server, and nobody else', async () => {
    await issue('server', 'tls-server-private', 'P-256', { subject: '', san: ['dns:localhost'] });
    await issue('client', 'tls-client', 'Ed25519');
    await issue('stranger', 'tls-server-private', 'P-256');
    const trust = ['-CAfile', 'ca.pem', '-verify_return_error'];
    const identity = (file: string) => ['-cert', `${file}.pem`, '-key', `${file}.key`];
    const args = [
      's_server',
      '-accept',
      '127.0.0.1:0',
      '-naccept',
      '4',
      '-Verify',
      '1',
      '-www',
      ...trust,
      ...identity('server'),
    ];
    const server = spawn('openssl', args, { cwd: openssl.directory, stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      let said = '';
      server.stdout.on('data', (data: Buffer) => (said += data.toString()));
      const port = await eventually('the port of s_server', () => /^ACCEPT .*:(\d+)$/m.exec(said)?.[1]);
      const connect = (host: string, file: string) => {
        const to = ['-connect', `127.0.0.1:${port}`, '-verify_hostname', host, '-tls1_2', '-quiet'];
        const options = {
          cwd: openssl.directory,
          input: 'GET / HTTP/1.0\r\n\r\n',
          encoding: 'utf8',
          stdio: 'pipe',
        } as const;
        return execFileSync('openssl', ['s_client', ...to, ...trust, ...identity(file)], options);
      };
      assert.match(connect('localhost', 'client'), /^HTTP\/1\.0 200 ok/);
      assert.throws(() => connect('www.example.com', 'client'), /hostname mismatch/i);
      assert.throws(() => connect('localhost', 'stranger'), /alert/);
    } finally {
      server.kill();
    }
  });

  it('sign and decrypt mail', async () => {
    openssl.write('mail', 'Hello\n');
    for (const keyType of ['P-256', 'P-384', 'RSA-2048'] as const) {
      await issue('alice', 'smime', keyType);
      const key = ['-signer', 'alice.pem', '-inkey', 'alice.key'];
      openssl.run('cms', '-sign', '-in', 'mail', '-text', ...key, '-out', 'signed');
      assert.match(
        openssl.run('cms', '-verify', '-in', 'signed', '-text', '-purpose', 'smimesign', '-CAfile', 'ca.pem'),
        /^Hello/,
      );
      openssl.run('cms', '-encrypt', '-aes256', '-in', 'mail', '-out', 'encrypted', 'alice.pem');
      const opened = openssl.run('cms', '-decrypt', '-in', 'encrypted', '-recip', 'alice.pem', '-inkey', 'alice.key');
      assert.equal(opened.replaceAll('\r', ''), 'Hello\n');
    }
    await issue('client', 'tls-client', 'P-256');
    openssl.run('cms', '-sign', '-in', 'mail', '-signer', 'client.pem', '-inkey', 'client.key', '-out', 'signed');
    const refused = openssl.outcome('cms', '-verify', '-in', 'signed', '-purpose', 'smimesign', '-CAfile', 'ca.pem');
    assert.match(refused.output, /unsuitable certificate purpose|unsupported certificate purpose/);
  });

  it('answer for a CA by OCSP', async () => {
    const { serialNumber, notAfter } = await issue('asked', 'tls-client', 'P-256');
    await issue('responder', 'ocsp-signer', 'P-256');
    const end = new Date(notAfter * 1000)
      .toISOString()
      .replaceAll(/[-:T]|\.000/g, '')
      .slice(2);
    openssl.write('index', `V\t${end}\t\t${serialNumber.toUpperCase()}\tunknown\t/CN=asked\n`);
    openssl.run('ocsp', '-issuer', 'ca.pem', '-cert', 'asked.pem', '-reqout', 'request');
    const signer = ['-rsigner', 'responder.pem', '-rkey', 'responder.key'];
    openssl.run('ocsp', '-index', 'index', '-CA', 'ca.pem', ...signer, '-reqin', 'request', '-respout', 'response');
    const checked = ['-issuer', 'ca.pem', '-cert', 'asked.pem', '-CAfile', 'ca.pem', '-no_nonce'];
    const { status, output } = openssl.outcome('ocsp', '-respin', 'response', ...checked);
    assert.deepEqual(
      [status, /Response verify OK/.test(output), /asked\.pem: good/.test(output)],
      [0, true, true],
      output,
    );
  });

  it('sign programs with time-stamps of a worker', async () => {
    const { server } = shared;
    const properties = {
      CRYPTOTOKEN: 'SigningService',
      AUTHTYPE: 'NOAUTH',
      DEFAULTTSAPOLICYOID: '1.3.6.1.4.1.32473.1',
      ACCEPTANYPOLICY: 'TRUE',
    };
    const profiles = ['--profile', 'time-stamping', '--end-entity-profile', 'time-stamping'];
    const key = ['--key-algorithm', 'RSA', '--key-specification', '3072'];
    const issuer = ['--ca', 'ManagementCA', '--subject', 'CN=TSA,O=Example,C=SE', ...profiles, ...key];
    const worker = Object.entries(properties).flatMap((property) => ['--property', property.join('=')]);
    const made = await cli(server, 'worker', 'create', 'TSA', '--type', 'TimeStampSigner', ...issuer, ...worker);
    assert.equal(made.code, 0, made.error);
    await issue('publisher', 'code-signing', 'RSA-3072');
    openssl.write('tiny.exe', tinyProgram());
    const url = new URL('/signserver/worker/TSA', server.running.urls[1]).href;
    const options = { cwd: openssl.directory, encoding: 'utf8', stdio: 'pipe' } as const;
    const identity = ['-certs', 'publisher.pem', '-key', 'publisher.key', '-h', 'sha256'];
    await runAside(
      'osslsigncode',
      ['sign', ...identity, '-ts', url, '-in', 'tiny.exe', '-out', 'signed.exe'],
      openssl.directory,
    );
    openssl.write('crl.pem', formatPem('X509 CRL', (await newCrl(server)).der));
    const trust = ['-CAfile', 'ca.pem', '-CRLfile', 'crl.pem', '-TSA-CAfile', 'ca.pem', '-TSA-CRLfile', 'crl.pem'];
    const verified = execFileSync('osslsigncode', ['verify', ...trust, '-in', 'signed.exe'], options);
    assert.match(verified, /^Timestamp Server Signature verification: ok$/m);
    assert.match(verified, /^Signature verification: ok$/m);
  });

  for (const [starter, principal, line] of [
    [
      'ssh-user',
      'alice',
      /Type: ssh-ed25519-cert-v01@openssh\.com user certificate[^]*Principals:\s+alice\s[^]*permit-pty/,
    ],
    [
      'ssh-host',
      'web1.example.com',
      /host certificate[^]*Principals:\s+web1\.example\.com\s+Critical Options: \(none\)\s+Extensions: \(none\)/,
    ],
  ] as const) {
    it(`are of the right type to ssh-keygen, under ${starter}`, async () => {
      const { server } = shared;
      const ca = `CA of ${starter}`;
      await createSshCa(server, ca);
      ssh.keygen('-q', '-t', 'ed25519', '-N', '', '-f', starter);
      const under = ['--ca', ca, '--profile', starter, '--end-entity-profile', starter, '--username', starter];
      const sign = (...further: readonly string[]) =>
        cli(server, 'ssh', 'sign', ssh.path(`${starter}.pub`), ...under, ...further);
      const { code, error } = await sign('--principal', principal);
      assert.equal(code, 0, error);
      assert.match(ssh.keygen('-L', '-f', `${starter}-cert.pub`), line);
      assert.equal((await sign('--force')).code, 1, 'a certificate of everybody');
      assert.equal((await sign('--force', '--principal', 'a b')).code, 1, 'an invalid name');
    });
  }
});

/** Runs a program that calls this process's own server. */
async function runAside(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const [status] = (await once(child, 'close')) as [number];
  assert.equal(status, 0, output);
}
