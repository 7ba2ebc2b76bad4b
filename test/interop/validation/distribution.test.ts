/** Programs of others that fetch CRLs and CA certificates from a server: at its own addresses, and at those of EJBCA. */
import { type Certificate, formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { createProfiles, enroll, requestUnder, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { certificateOf, createCa } from '../../e2e/support/ca-setup.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

describe('relying parties that fetch from a server', () => {
  const shared = sharedServer();
  const openssl = sharedOpenSsl();
  const at = (target: string) => new URL(target, shared.server.running.urls[1]).href;

  /** The server is in this process: it has to go on while the program runs. */
  async function outcome(program: string, ...args: readonly string[]): Promise<{ status: number; output: string }> {
    const child = spawn(program, args, { cwd: openssl.directory });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    child.on('error', reject).on('close', (code) => resolve(code ?? -1));
    return { status: await promise, output };
  }

  const EJBCA_CRL =
    '/ejbca/publicweb/webdist/certdist?cmd=crl&issuer=CN%3DSub%2COU%3DField+Office%2CO%3DExample%2CC%3DSE';

  before(async () => {
    const { server } = shared;
    await createCa(server, 'Root', { subjectDn: 'CN=Root,O=Example,C=SE', validity: '20y' });
    await createCa(server, 'Sub', {
      subjectDn: 'CN=Sub,OU=Field Office,O=Example,C=SE',
      signedBy: 'Root',
      certificateProfile: 'SUBCA',
    });
    const common = { extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'], crlDistributionPointUsed: true };
    await createProfiles(server, 'Own', {
      ...common,
      crlDistributionPointUri: at('/crls/Sub.crl'),
      authorityInformationAccessUsed: true,
      ocspIssuerUrls: [at('/certificates/Sub.crt')],
    });
    await createProfiles(server, 'Moved', { ...common, crlDistributionPointUri: at(EJBCA_CRL) });
    for (const name of ['Root', 'Sub'])
      openssl.write(`${name}.pem`, formatPem('CERTIFICATE', (await certificateOf(server, name)).der));
    writeFileSync(openssl.path('Root.der'), (await certificateOf(server, 'Root')).der);
  });

  async function issued(profile: string, name: string): Promise<Certificate> {
    const body = {
      ...requestUnder(profile, { username: name, subject: `CN=${name}` }),
      certificate_authority_name: 'Sub',
    };
    const certificate = await enroll(shared.server, body);
    openssl.write(`${name}.pem`, formatPem('CERTIFICATE', certificate.der));
    writeFileSync(openssl.path(`${name}.der`), certificate.der);
    return certificate;
  }

  async function revoke({ serialNumber }: Certificate): Promise<void> {
    const issuer = encodeURIComponent('CN=Sub,OU=Field Office,O=Example,C=SE');
    const path = `/v1/certificate/${issuer}/${serialNumber}/revoke?reason=SUPERSEDED`;
    assert.equal((await shared.server.call(path, { method: 'PUT' })).status, 200);
    assert.equal((await shared.server.administer('/cas/Sub/crls', { body: {} })).status, 200);
  }

  for (const [profile, where] of [
    ['Own', 'at the address of this program'],
    ['Moved', 'at the address that EJBCA has written'],
  ] as const) {
    it(`OpenSSL downloads the CRL ${where}, and learns of a revocation`, async () => {
      const name = `leaf-${profile.toLowerCase()}`;
      const certificate = await issued(profile, name);
      const verify = () =>
        outcome(
          'openssl',
          'verify',
          '-x509_strict',
          '-crl_check',
          '-crl_download',
          '-CAfile',
          'Root.pem',
          '-untrusted',
          'Sub.pem',
          `${name}.pem`,
        );
      const good = await verify();
      assert.deepEqual([good.status, /: OK/.test(good.output)], [0, true], good.output);
      await revoke(certificate);
      const revoked = await verify();
      assert.match(revoked.output, /certificate revoked/);
    });
  }

  it('NSS finds the certificate of the sub CA by what the certificate says', async () => {
    await issued('Own', 'leaf-nss');
    assert.equal((await outcome('certutil', '-N', '-d', 'sql:.', '--empty-password')).status, 0);
    const verify = (...options: string[]) =>
      outcome('vfychain', '-d', 'sql:.', '-pp', ...options, '-u', '1', 'leaf-nss.der', '-t', 'Root.der');
    assert.notEqual((await verify()).status, 0, 'the sub CA is in no file that it has');
    const found = await verify('-f');
    assert.deepEqual([found.status, /Chain is good/.test(found.output)], [0, true], found.output);
  });

  it('OpenSSL reads certificates in every form', async () => {
    const get = async (target: string, file: string) => {
      const { status, output } = await outcome('curl', '-sSf', '-o', file, at(target));
      assert.equal(status, 0, output);
    };
    await get('/certificates/Sub.crt', 'sub.crt');
    await get('/certificates/Sub.pem', 'chain.pem');
    await get('/certificates/Sub.p7c', 'chain.p7c');
    await get('/certificates/Sub.p7b', 'chain.p7b');
    await get(
      '/ejbca/publicweb/webdist/certdist?cmd=cacert&issuer=CN%3DSub%2COU%3DField+Office%2CO%3DExample%2CC%3DSE',
      'ejbca.p7b',
    );
    assert.match(openssl.run('x509', '-inform', 'DER', '-in', 'sub.crt', '-noout', '-subject'), /CN = Sub/);
    assert.match(openssl.run('x509', '-in', 'chain.pem', '-noout', '-subject'), /CN = Sub/);
    for (const [file, form] of [
      ['chain.p7c', 'DER'],
      ['chain.p7b', 'PEM'],
      ['ejbca.p7b', 'PEM'],
    ] as const) {
      const printed = openssl.run('pkcs7', '-inform', form, '-in', file, '-print_certs', '-noout');
      assert.match(printed, /CN = Sub[\s\S]*CN = Root/, file);
    }
    await get(EJBCA_CRL + '&format=PEM', 'sub.crl.pem');
    assert.match(openssl.outcome('crl', '-in', 'sub.crl.pem', '-CAfile', 'Sub.pem', '-noout').output, /verify OK/);
  });

  it('curl goes on with a download, and does not download what it has', async () => {
    const url = at('/crls/Sub.crl');
    const get = async (...options: readonly string[]) => {
      const { status, output } = await outcome('curl', '-sS', '-w', '%{http_code}', ...options, url);
      assert.equal(status, 0, output);
      return output;
    };
    assert.equal(await get('-o', 'whole.crl', '-R', '--etag-save', 'etag'), '200');
    const whole = readFileSync(openssl.path('whole.crl'));
    writeFileSync(openssl.path('part.crl'), whole.subarray(0, 100));
    assert.equal(await get('-o', 'part.crl', '-C', '-'), '206');
    assert.deepEqual(readFileSync(openssl.path('part.crl')), whole);
    assert.equal(await get('-o', 'again.crl', '--etag-compare', 'etag'), '304');
    assert.ok(!existsSync(openssl.path('again.crl')) || statSync(openssl.path('again.crl')).size === 0);
    // By date alone nothing is left out: within a minute of this CRL there may be another one.
    assert.equal(await get('-o', 'since.crl', '-z', 'whole.crl'), '200');
    assert.deepEqual(readFileSync(openssl.path('since.crl')), whole);
  });
});
