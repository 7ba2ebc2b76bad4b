/** Certificates, chains and CRLs of the CA REST interface, as OpenSSL reads them. */
import { formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  ENROLL,
  MANAGEMENT_CA_DN,
  newCrl,
  requestUnder,
  sharedServer,
} from '../../e2e/support/ca-rest-setup.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import type { TestServer } from '../../e2e/support/test-server.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

describe('OpenSSL and the CA REST interface', () => {
  const shared = sharedServer();
  const openssl = sharedOpenSsl();

  /** Writes `ca.pem` and a new `crl.pem`. */
  async function fetchCaAndCrl(server: TestServer): Promise<void> {
    const chain = await server.call(`/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/certificate/download`);
    openssl.write('ca.pem', chain.text);
    openssl.write('crl.pem', formatPem('X509 CRL', (await newCrl(server)).der));
  }

  const verify = (file: string) =>
    openssl.outcome('verify', '-x509_strict', '-crl_check', '-CAfile', 'ca.pem', '-CRLfile', 'crl.pem', file);

  it('enrolls with a request that OpenSSL made, for RSA, EC and Ed25519 keys', async () => {
    const { server } = shared;
    await fetchCaAndCrl(server);
    const keys = {
      rsa: ['-newkey', 'rsa:2048'],
      ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
      ed25519: ['-newkey', 'ed25519'],
    };
    for (const [name, key] of Object.entries(keys)) {
      const subject = `/O=Test/CN=${name}.example`;
      openssl.run(
        'req',
        '-new',
        ...key,
        '-nodes',
        '-keyout',
        'key.pem',
        '-subj',
        subject,
        '-addext',
        `subjectAltName=DNS:${name}.example`,
        '-out',
        'request.pem',
      );
      const body = {
        ...newRequest({ username: name, subject: 'CN=not used' }),
        certificate_request: openssl.run('req', '-in', 'request.pem'),
      };
      const certificate = await enroll(server, body);
      openssl.write('leaf.pem', formatPem('CERTIFICATE', certificate.der));
      assert.deepEqual(verify('leaf.pem'), { status: 0, output: 'leaf.pem: OK\n' });
      const text = openssl.run(
        'x509',
        '-in',
        'leaf.pem',
        '-noout',
        '-subject',
        '-ext',
        'subjectAltName,extendedKeyUsage',
      );
      assert.match(text, new RegExp(`subject=O *= *Test, CN *= *${name}.example`));
      assert.match(text, new RegExp(`DNS:${name}.example`));
      assert.match(text, /TLS Web Server Authentication/);
      assert.equal(
        openssl.run('x509', '-in', 'leaf.pem', '-noout', '-pubkey'),
        openssl.run('pkey', '-in', 'key.pem', '-pubout'),
      );
    }
  });

  it('opens the PKCS#7 of certificate and chain', async () => {
    const { server } = shared;
    const body = { ...newRequest({ username: 'p7', subject: 'CN=p7' }), response_format: 'PKCS7' };
    const { json } = await server.call(ENROLL, { body });
    for (const [text, subject] of [
      [json['certificate'] as string, 'p7'],
      [(json['certificate_chain'] as string[])[0]!, 'ManagementCA'],
    ] as const) {
      openssl.write('p7.pem', Buffer.from(text, 'base64'));
      assert.match(openssl.run('pkcs7', '-in', 'p7.pem', '-print_certs', '-noout'), new RegExp(`CN *= *${subject}`));
    }
  });

  it('finds a revoked certificate revoked, with its reason and dates, and one that was released good', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { allowInvalidityDate: true, allowChangingRevocationReason: true });
    await createProfiles(server, 'Backdated', { allowBackdatedRevocation: true });
    const certificate = await enroll(server, requestUnder('Backdated', { username: 'crl', subject: 'CN=crl' }));
    openssl.write('leaf.pem', formatPem('CERTIFICATE', certificate.der));
    const revoke = async (query: string) => {
      const { status, text } = await server.call(`${certificatePath(certificate, 'revoke')}?${query}`, {
        method: 'PUT',
      });
      assert.equal(status, 200, text);
      await fetchCaAndCrl(server);
      assert.equal(
        openssl.outcome('crl', '-in', 'crl.pem', '-noout', '-CAfile', 'ca.pem', '-verify').output.trim(),
        'verify OK',
      );
      return openssl.run('crl', '-in', 'crl.pem', '-noout', '-text');
    };
    // OpenSSL writes whole octets.
    const serial = new RegExp(`Serial Number: 0?${certificate.serialNumberText}`);

    const held = await revoke('reason=CERTIFICATE_HOLD');
    assert.match(held, serial);
    assert.match(held, /Certificate Hold/);
    assert.match(verify('leaf.pem').output, /certificate revoked/);

    assert.doesNotMatch(await revoke('reason=REMOVE_FROM_CRL'), serial);
    assert.deepEqual(verify('leaf.pem'), { status: 0, output: 'leaf.pem: OK\n' });

    const dates = 'date=2021-05-01T10:00:00Z&invalidity_date=2020-05-01T10:00:00%2B02:00';
    const revoked = await revoke(`reason=SUPERSEDED&${dates}`);
    assert.match(revoked, /Revocation Date: May {2}1 10:00:00 2021 GMT/);
    assert.match(revoked, /Superseded/);
    assert.match(revoked, /Invalidity Date: *\n* *May {2}1 08:00:00 2020 GMT/);
    const changed = await revoke('reason=KEY_COMPROMISE&date=2020-12-01T00:00:00Z');
    assert.match(changed, /Revocation Date: Dec {2}1 00:00:00 2020 GMT/);
    assert.match(changed, /Key Compromise/);
    assert.match(verify('leaf.pem').output, /certificate revoked/);
  });

  it('reads the first date that the interface takes', async () => {
    const { server } = shared;
    const certificate = await enroll(server, requestUnder('Backdated', { username: 'far', subject: 'CN=far' }));
    const query = 'reason=SUPERSEDED&date=1970-01-01T00:00:00Z&invalidity_date=1970-01-01T00:00:00Z';
    const { status } = await server.call(`${certificatePath(certificate, 'revoke')}?${query}`, { method: 'PUT' });
    assert.equal(status, 200);
    await fetchCaAndCrl(server);
    const text = openssl.run('crl', '-in', 'crl.pem', '-noout', '-text');
    assert.match(text, /Revocation Date: Jan {2}1 00:00:00 1970 GMT/);
    assert.match(text, /Invalidity Date: ?\n *Jan {2}1 00:00:00 1970 GMT/);
  });
});
