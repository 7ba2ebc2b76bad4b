/** The OCSP responder of a server, asked by clients of others. */
import { type Certificate, formatPem, makeExtension, parseGeneralNames, subjectAltName } from '@sealwright/pki';
import { execFile } from 'node:child_process';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { editCa, enroll, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { certificateOf, createCa } from '../../e2e/support/ca-setup.ts';
import { newKeyPair, newRequest } from '../../e2e/support/enrollment.ts';
import { eventually } from '../../eventually.ts';
import { startNginx } from '../programs/nginx.ts';
import { OpenSsl } from '../programs/openssl.ts';

describe('clients of others and the OCSP responder', () => {
  const shared = sharedServer();
  const openssl = new OpenSsl();
  let good: Certificate;
  let revoked: Certificate;
  after(() => openssl.remove());
  before(async () => {
    const { server } = shared;
    good = await enroll(server, newRequest({ username: 'good', subject: 'CN=good' }));
    revoked = await enroll(server, newRequest({ username: 'revoked', subject: 'CN=revoked' }));
    await revoke(revoked);
    write('ca.pem', await certificateOf(server, 'ManagementCA'));
    write('good.pem', good);
    write('revoked.pem', revoked);
  });

  const revoke = async (certificate: Certificate) => {
    const issuer = encodeURIComponent(String(certificate.issuer));
    const where = `/v1/certificate/${issuer}/${certificate.serialNumber}/revoke?reason=KEY_COMPROMISE`;
    const { status, text } = await shared.server.call(where, { method: 'PUT' });
    assert.equal(status, 200, text);
  };
  const write = (file: string, { der }: Certificate) => openssl.write(file, formatPem('CERTIFICATE', der));
  const url = (path = '/ocsp') => new URL(path, shared.server.running.urls[1]).href;
  /** Runs a program while the server goes on, and returns all that it printed. */
  const run = async (program: string, ...options: readonly string[]) => {
    const { stdout, stderr } = await promisify(execFile)(program, options, { cwd: openssl.directory });
    return stdout + stderr;
  };
  /** Asks by OpenSSL, which has to verify the answer. */
  const ask = async (ca: string, ...options: readonly string[]) => {
    const output = await run('openssl', 'ocsp', '-CAfile', ca, '-issuer', ca, '-url', url(), ...options);
    assert.match(output, /Response verify OK/);
    return output;
  };

  it('OpenSSL verifies good and revoked, with a nonce and without one, by SHA-1 and SHA-256', async () => {
    for (const options of [[], ['-no_nonce']]) {
      const output = await ask('ca.pem', ...options, '-cert', 'good.pem', '-sha256', '-cert', 'revoked.pem');
      assert.match(output, /good\.pem: good/);
      assert.match(output, /revoked\.pem: revoked\n(?:\t.*\n)*\tReason: keyCompromise/);
      assert.doesNotMatch(output, /WARNING/);
    }
    assert.match(await ask('ca.pem', '-serial', '0x1234'), /0x1234: unknown/);
  });

  it('OpenSSL verifies what is signed by the CA itself, and named by its name', async () => {
    const { server } = shared;
    await createCa(server, 'Own', { ocspResponder: 'CA', ocspResponderIdType: 'NAME' });
    write('own.pem', await certificateOf(server, 'Own'));
    assert.match(await ask('own.pem', '-cert', 'own.pem'), /own\.pem: good/);
  });

  it('OpenSSL verifies answers of responders of every algorithm that it knows', async () => {
    const { server } = shared;
    for (const [name, keySpec, signatureAlgorithm] of [
      ['RSA', '2048', 'SHA256WithRSA'],
      ['PSS', '2048', 'SHA256withRSAandMGF1'],
      ['P384', 'P-384', 'SHA384withECDSA'],
      ['Ed25519', 'Ed25519', 'Ed25519'],
      ['Ed448', 'Ed448', 'Ed448'],
    ] as const) {
      await createCa(server, name, { signKeySpec: keySpec, signatureAlgorithm });
      write(`${name}.pem`, await certificateOf(server, name));
      assert.match(await ask(`${name}.pem`, '-cert', `${name}.pem`), /: good/, name);
    }
  });

  it('GnuTLS verifies good and revoked', async () => {
    const verdict = (file: string) =>
      run('ocsptool', `--ask=${url()}`, '--load-issuer', 'ca.pem', '--load-cert', file, '--load-trust', 'ca.pem');
    const output = await verdict('good.pem');
    assert.match(output, /Certificate Status: good/);
    assert.match(output, /Verifying OCSP Response: Success/);
    assert.match(await verdict('revoked.pem'), /Certificate Status: revoked/);
  });

  it('Java accepts a good certificate and refuses a revoked one, of RSA, ECDSA and EdDSA', async () => {
    const { server } = shared;
    const program = path.join(import.meta.dirname, 'java-ocsp-client', 'CheckRevocation.java');
    for (const [name, signKeySpec, signatureAlgorithm] of [
      ['JavaRSA', '2048', 'SHA256WithRSA'],
      ['JavaPSS', '2048', 'SHA256withRSAandMGF1'],
      ['JavaP256', 'P-256', 'SHA256withECDSA'],
      ['JavaEd25519', 'Ed25519', 'Ed25519'],
    ] as const) {
      await createCa(server, name, { signKeySpec, signatureAlgorithm });
      write(`${name}.pem`, await certificateOf(server, name));
      for (const what of ['good', 'revoked']) {
        const request = newRequest({ username: `${name} ${what}`, subject: `CN=${what}` });
        const certificate = await enroll(server, { ...request, certificate_authority_name: name });
        write(`${name}-${what}.pem`, certificate);
        if (what === 'revoked') await revoke(certificate);
      }
      const verdicts = await run('java', program, url(), `${name}.pem`, `${name}-good.pem`, `${name}-revoked.pem`);
      assert.equal(verdicts, 'good\nrevoked KEY_COMPROMISE\n', name);
    }
  });

  it('curl demands the answer that nginx staples, and refuses the certificate once it is revoked', async (t) => {
    const { server } = shared;
    const keyPair = newKeyPair();
    const extensions = [makeExtension(subjectAltName, parseGeneralNames('dNSName=localhost'), false)];
    const request = newRequest({ username: 'stapled', subject: 'CN=localhost', keyPair, extensions });
    const certificate = await enroll(server, request);
    const ca = formatPem('CERTIFICATE', (await certificateOf(server, 'ManagementCA')).der);
    const stapling = {
      chain: formatPem('CERTIFICATE', certificate.der) + ca,
      key: keyPair.privateKey.export({ format: 'pem', type: 'pkcs8' }),
      ca,
      responder: url(),
    };
    const fetched = async (address: string) => {
      try {
        return await run('curl', '-sS', '--noproxy', '*', '--cert-status', '--cacert', 'ca.pem', address);
      } catch (error) {
        return (error as { readonly stderr: string }).stderr;
      }
    };
    const nginx = await startNginx(t, stapling);
    // It asks when the first client comes, and staples from the next one on.
    await eventually('a stapled answer', async () => (await fetched(nginx.url)) === 'here');
    await revoke(certificate);
    // It keeps an answer for as long as that counts: another one asks anew, and staples nothing that is not good.
    const another = await startNginx(t, stapling);
    await eventually('an answer', async () => {
      assert.match(await fetched(another.url), /No OCSP response received/);
      return another.log().includes('certificate status "revoked" in the OCSP response');
    });
  });

  it('curl gets from a cache-friendly address what OpenSSL reads', async () => {
    await run('openssl', 'ocsp', '-issuer', 'ca.pem', '-cert', 'good.pem', '-no_nonce', '-reqout', 'request.der');
    const request = readFileSync(openssl.path('request.der')).toString('base64');
    await run('curl', '-sf', '-o', 'response.der', `${url()}/${encodeURIComponent(request)}`);
    const files = ['-respin', 'response.der', '-CAfile', 'ca.pem', '-issuer', 'ca.pem', '-cert', 'good.pem'];
    const output = await run('openssl', 'ocsp', '-no_nonce', ...files);
    assert.match(output, /good\.pem: good/);
  });

  it('OpenSSL goes on verifying when the key of the CA is renewed, under the old key and the new one', async () => {
    const { server } = shared;
    await createCa(server, 'Renewed');
    write('old.pem', await certificateOf(server, 'Renewed'));
    const renewal = await server.administer('/cas/Renewed/renew', { body: { new_key: true } });
    assert.equal(renewal.status, 200, renewal.text);
    write('new.pem', await certificateOf(server, 'Renewed'));
    assert.match(await ask('old.pem', '-cert', 'old.pem'), /old\.pem: good/);
    assert.match(await ask('new.pem', '-cert', 'new.pem'), /new\.pem: good/);
    // The serial number is known, but not as one of that key.
    assert.match(await ask('new.pem', '-cert', 'old.pem'), /old\.pem: unknown/);
    await editCa(server, 'Renewed', { ocspResponder: 'CA' });
    assert.match(await ask('old.pem', '-cert', 'old.pem'), /old\.pem: good/);
  });
});
