/** Chains and CRLs of CAs of every algorithm, as a server makes them: OpenSSL accepts those it knows, Node's own OpenSSL the others. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { formatPem, namedCurves } from '@sealwright/pki';
import { caOf, createCa, HOST } from '../../e2e/support/ca-setup.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

/** Keys and signature algorithms that OpenSSL 3.0 knows. */
const KNOWN: readonly (readonly [key: string, algorithm: string])[] = [
  ['3072', 'SHA256WithRSA'],
  ['2048', 'SHA512WithRSA'],
  ['2048', 'SHA3-256withRSA'],
  ['2048', 'SHA384withRSAandMGF1'],
  ...namedCurves.map(({ name }) => [name, 'SHA384withECDSA'] as const),
  ['Ed25519', 'Ed25519'],
  ['Ed448', 'Ed448'],
];
const UNKNOWN = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87', 'SLH-DSA-SHA2-128F', 'SLH-DSA-SHAKE-128F'];

describe('OpenSSL accepts a chain with its CRLs', () => {
  const shared = sharedServer();
  const openssl = sharedOpenSsl();

  /** A root, a CA below it and a certificate of that one, all of keys of one kind. */
  async function makeChain(name: string, signKeySpec: string, signatureAlgorithm: string): Promise<string> {
    const { server } = shared;
    await createCa(server, name, { signKeySpec, signatureAlgorithm });
    const below = { signedBy: name, certificateProfile: 'SUBCA', signKeySpec, signatureAlgorithm };
    await createCa(server, `${name} Sub`, below);
    return enroll(`${name} Sub`);
  }

  async function enroll(ca: string): Promise<string> {
    const username = `below ${ca}`;
    const request = newRequest({ username, subject: `CN=${username}` });
    const body = { ...request, certificate_authority_name: ca };
    const { status, json } = await shared.server.call('/v1/certificate/pkcs10enroll', { body });
    assert.equal(status, 200, JSON.stringify(json));
    return formatPem('CERTIFICATE', Uint8Array.fromBase64(json['certificate'] as string));
  }

  async function crlOf(name: string): Promise<string> {
    const dn = encodeURIComponent(`CN=${name},O=Example`);
    assert.equal((await shared.server.call(`/v1/ca/${dn}/createcrl`, { method: 'POST' })).status, 200);
    const { json } = await shared.server.call(`/v1/ca/${dn}/getLatestCrl`);
    return formatPem('X509 CRL', Uint8Array.fromBase64(json['crl'] as string));
  }

  for (const [key, algorithm] of KNOWN) {
    it(`of ${algorithm} by ${key}`, async () => {
      const name = `${algorithm} ${key}`;
      openssl.write('leaf.pem', await makeChain(name, key, algorithm));
      const [sub, root] = (await caOf(shared.server, `${name} Sub`)).chain.map(({ der }) =>
        formatPem('CERTIFICATE', der),
      );
      openssl.write('root.pem', root!);
      openssl.write('sub.pem', sub!);
      openssl.write('crls.pem', (await crlOf(name)) + (await crlOf(`${name} Sub`)));
      const files = ['-CAfile', 'root.pem', '-untrusted', 'sub.pem', '-CRLfile', 'crls.pem', 'leaf.pem'];
      assert.match(openssl.run('verify', '-x509_strict', '-check_ss_sig', '-crl_check_all', ...files), /leaf\.pem: OK/);
    });
  }

  for (const algorithm of UNKNOWN) {
    it(`of ${algorithm}, which only a later one knows`, async () => {
      const leaf = new X509Certificate(await makeChain(algorithm, algorithm, algorithm));
      const chain = (await caOf(shared.server, `${algorithm} Sub`)).chain.map(({ der }) => new X509Certificate(der));
      for (const [at, certificate] of [leaf, ...chain].entries()) {
        const issuer = chain[at] ?? certificate;
        assert.equal(certificate.checkIssued(issuer), true);
        assert.equal(certificate.verify(issuer.publicKey), true);
      }
    });
  }

  it('that leads over the certificates that link two keys of a root', async () => {
    const { server } = shared;
    await createCa(server, 'Linked');
    const pemOf = ([der]: readonly Uint8Array[]) => formatPem('CERTIFICATE', der!);
    const old = (await caOf(server, 'Linked')).chain.map(({ der }) => der);
    openssl.write('old-root.pem', pemOf(old));
    openssl.write('under-old.pem', await enroll('Linked'));
    await server.running.installation.ca.renewCa.renew(HOST, 'Linked', { newKey: true });
    const { id, chain } = await caOf(server, 'Linked');
    openssl.write('new-root.pem', pemOf(chain.map(({ der }) => der)));
    const kept = await server.running.installation.ca.states.listFurtherCertificates(id, 10);
    for (const { role, chain: linked } of kept) openssl.write(`${role}.pem`, pemOf(linked));
    const body = { ...newRequest({ username: 'new', subject: 'CN=new' }), certificate_authority_name: 'Linked' };
    const { json } = await server.call('/v1/certificate/pkcs10enroll', { body });
    openssl.write('under-new.pem', formatPem('CERTIFICATE', Uint8Array.fromBase64(json['certificate'] as string)));

    const verify = (root: string, link: string, leaf: string) =>
      openssl.outcome('verify', '-x509_strict', '-CAfile', root, '-untrusted', link, leaf);
    assert.equal(verify('new-root.pem', 'old-with-new.pem', 'under-old.pem').status, 0);
    assert.equal(verify('old-root.pem', 'new-with-old.pem', 'under-new.pem').status, 0);
    // Without the link it leads nowhere.
    assert.notEqual(verify('new-root.pem', 'new-root.pem', 'under-old.pem').status, 0);
  });
});
