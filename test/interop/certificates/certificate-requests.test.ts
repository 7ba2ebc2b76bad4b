/**
 * Requests that OpenSSL makes in CRMF, SPKAC and PKCS#10, and those of EJBCA's library for card verifiable certificates, enroll here. OpenSSL and
 * OpenPACE say that the certificates are for their keys.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CvCertificate, CvRequest, formatPem, parsePem } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { certReqMessagesOf } from '../../../packages/pki/test/request-fixtures.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { createCvcCa, cvChainOf, cvRecord } from '../../e2e/support/setups/cvc-setup.ts';
import { enrollForm, enrollOverRest, type RestForm } from '../../e2e/support/request-forms.ts';
import { OpenPace } from '../programs/openpace.ts';
import { OpenSsl, sharedOpenSsl } from '../programs/openssl.ts';

describe('a request of OpenSSL', () => {
  const openssl = sharedOpenSsl();
  const shared = sharedServer();
  const keys = {
    rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
    ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  };

  const newKey = (kind: keyof typeof keys, form: string): string => {
    const file = `${form}-${kind}.key`;
    openssl.run('genpkey', ...keys[kind], '-out', file);
    return file;
  };
  const requireCertified = (der: Uint8Array, keyFile: string): void => {
    openssl.write('certificate.pem', formatPem('CERTIFICATE', der));
    const certified = openssl.run('x509', '-in', 'certificate.pem', '-noout', '-pubkey');
    assert.equal(certified, openssl.run('pkey', '-in', keyFile, '-pubout'));
  };

  /** Makes a request in CRMF. Nobody answers: the message is written before it is sent. */
  const cmpRequest = (keyFile: string, commonName: string): Uint8Array => {
    const addressed = ['-server', '127.0.0.1:1', '-ref', '1', '-secret', 'pass:foo123', '-certout', 'none.pem'];
    const asked = ['-newkey', keyFile, '-subject', `/O=Example/CN=${commonName}`, '-sans', 'www.example.org'];
    const { output } = openssl.outcome('cmp', '-cmd', 'cr', ...addressed, ...asked, '-reqout', 'message.der');
    assert.match(output, /connect|transfer error/);
    return certReqMessagesOf(readFileSync(openssl.path('message.der')));
  };
  /** Enrolls over REST in every way that takes such a request. */
  const enrollAndRequire = async (form: RestForm, username: string, keyFile: string): Promise<void> => {
    const subject = `CN=${username},O=Example`;
    for (const { der } of await enrollOverRest(shared.server, form, { username, subject }))
      requireCertified(der, keyFile);
  };

  for (const kind of ['rsa', 'ec'] as const) {
    it(`in CRMF enrolls: ${kind}`, async () => {
      const keyFile = newKey(kind, 'crmf');
      const text = cmpRequest(keyFile, `crmf-${kind}`).toBase64();
      const certificate = await enrollForm(shared.server, `crmf-${kind}`, {
        certificateRequestType: 'CRMF',
        certificateRequest: text,
      });
      assert.equal(certificate.subject.toString(), `CN=crmf-${kind},O=Example`);
      requireCertified(certificate.der, keyFile);
      assert.match(openssl.run('x509', '-in', 'certificate.pem', '-noout', '-text'), /DNS:www\.example\.org/);
      await enrollAndRequire({ type: 'CRMF', text }, `crmf-${kind}`, keyFile);
    });

    it(`in SPKAC enrolls: ${kind}`, async () => {
      const keyFile = newKey(kind, 'spkac');
      openssl.run('spkac', '-key', keyFile, '-digest', 'sha256', '-challenge', 'hello', '-out', 'request.spkac');
      const text = readFileSync(openssl.path('request.spkac'), 'utf8');
      const certificate = await enrollForm(shared.server, `spkac-${kind}`, {
        certificateRequestType: 'SPKAC',
        certificateRequest: `O=Example\nCN=spkac-${kind}\n${text}`,
      });
      assert.equal(certificate.subject.toString(), `CN=spkac-${kind},O=Example`);
      requireCertified(certificate.der, keyFile);
      await enrollAndRequire({ type: 'SPKAC', text }, `spkac-${kind}`, keyFile);
    });

    it(`in PKCS10 and as a public key enrolls over REST: ${kind}`, async () => {
      const keyFile = newKey(kind, 'other');
      openssl.run('req', '-new', '-key', keyFile, '-subj', '/CN=other', '-out', 'request.pem');
      const text = readFileSync(openssl.path('request.pem'), 'utf8');
      await enrollAndRequire({ type: 'PKCS10', text }, `pkcs10-${kind}`, keyFile);
      const publicKey = openssl.run('pkey', '-in', keyFile, '-pubout');
      await enrollAndRequire({ type: 'PUBLICKEY', text: publicKey }, `pkcs10-${kind}`, keyFile);
    });
  }
});

describe('a file of another program, with sealwright enroll --csr,', () => {
  const openssl = new OpenSsl();
  const openpace = new OpenPace();
  after(() => {
    openssl.remove();
    openpace.remove();
  });
  const shared = sharedServer();
  const enroll = async (username: string, ...args: readonly string[]): Promise<void> => {
    const { home, running } = shared.server;
    const server = ['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home];
    const who = ['--username', username, '--profile', 'ENDUSER', '--out', openssl.path(username)];
    const { code, error } = await run([...server, 'enroll', ...who, ...args]);
    assert.equal(code, 0, error);
  };

  for (const [form, make] of [
    ['spkac', ['spkac', '-key', 'form.key', '-digest', 'sha256', '-out']],
    ['request', ['req', '-new', '-key', 'form.key', '-subj', '/CN=other', '-outform', 'DER', '-out']],
    ['public key', ['pkey', '-in', 'form.key', '-pubout', '-out']],
  ] as const) {
    it(`enrolls, and OpenSSL verifies the certificate: ${form}`, async () => {
      const name = form.replace(' ', '-');
      openssl.run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', 'form.key');
      openssl.run(...make, name);
      await enroll(`cli-${name}`, '--ca', 'ManagementCA', '--csr', openssl.path(name), '--subject', `CN=cli-${name}`);
      const certified = openssl.run('x509', '-in', `cli-${name}.crt.pem`, '-noout', '-pubkey');
      assert.equal(certified, openssl.run('pkey', '-in', 'form.key', '-pubout'));
      assert.match(openssl.run('verify', '-CAfile', `cli-${name}.chain.pem`, `cli-${name}.crt.pem`), /: OK/);
    });
  }

  it("enrolls, and OpenPACE verifies the certificate: EJBCA's library", async () => {
    await createCvcCa(shared.server, 'CLICVCA', { validity: '3y' });
    await createCvcCa(shared.server, 'CLIDV', { signedBy: 'CLICVCA', certificateProfile: 'SUBCA', validity: '1y' });
    const request = new URL('ejbca-p256-request.cvcert', CVC_FIXTURES);
    await enroll('terminal', '--ca', 'CLIDV', '--csr', fileURLToPath(request));
    const chain = await shared.server.call('/v1/ca/CN=CLIDV,C=SE/certificate/download');
    for (const { der } of parsePem(chain.text)) openpace.trust(CvCertificate.parse(der).holder.text, der);
    const { holder } = CvRequest.parse(readFileSync(request));
    const printed = openpace.printCertificate(readFileSync(openssl.path('terminal.cvcert')));
    assert.match(printed, /certificate verified/);
    assert.ok(printed.includes(`CHR: ${holder.text}\n`), printed);
  });
});

describe("a request of EJBCA's library in CVC", () => {
  const openpace = new OpenPace();
  after(() => openpace.remove());
  const shared = sharedServer();

  // The second request names an authority and is for the next key of the same holder, whose last key has not signed it.
  for (const [name, signKeySpec, signatureAlgorithm] of [
    ['p256', 'P-256', 'SHA256withECDSA'],
    ['p521', 'P-521', 'SHA512withECDSA'],
    ['brainpool', 'brainpoolP320r1', 'SHA384withECDSA'],
    ['pss', '2048', 'SHA256withRSAandMGF1'],
  ] as const) {
    it(`enrolls, and OpenPACE verifies the certificate: ${name}`, async () => {
      const { server } = shared;
      const key = { signKeySpec, signatureAlgorithm, validity: '1y' };
      const [cvca, dv] = [`C${name}`.slice(0, 9), `D${name}`.slice(0, 9)];
      await createCvcCa(server, cvca, key);
      await createCvcCa(server, dv, { ...key, signedBy: cvca, certificateProfile: 'SUBCA' });
      for (const file of ['request', 'request-authority']) {
        const request = readFileSync(new URL(`ejbca-${name}-${file}.cvcert`, CVC_FIXTURES));
        const { holder } = CvRequest.parse(request);
        const body = {
          certificate_request: request.toString('base64'),
          certificate_request_type: 'CVC',
          include_chain: true,
          end_entity: cvRecord(`${name}-${file}`, {
            subject_dn: `CN=${holder.mnemonic},C=${holder.country}`,
            ca_name: dv,
          }),
        };
        const answer = await server.call('/v1/certificate/enroll', { body });
        if (file !== 'request') {
          assert.equal(answer.status, 400, answer.text);
          assert.match(answer.text, /needs an outer signature/);
          continue;
        }
        assert.equal(answer.status, 200, answer.text);
        const [terminal, ...above] = cvChainOf(answer.json);
        for (const each of above) openpace.trust(each.holder.text, each.der);
        const printed = openpace.printCertificate(terminal!.der);
        assert.match(printed, /certificate verified/);
        assert.ok(printed.includes(`CHR: ${holder.text}\n`), printed);
      }
    });
  }
});

const CVC_FIXTURES = new URL('../../../packages/pki/src/cvc/fixtures/', import.meta.url);
