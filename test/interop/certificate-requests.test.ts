/** Requests that OpenSSL makes in CRMF and SPKAC enroll here, and the certificates are for its keys. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { certReqMessagesOf } from '../../packages/pki/test/request-fixtures.ts';
import { sharedServer } from '../e2e/ca-rest-setup.ts';
import { enrollForm } from '../e2e/request-forms.ts';
import { OpenSsl } from './openssl.ts';

describe('a request of OpenSSL', () => {
  const openssl = new OpenSsl();
  after(() => openssl.remove());
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

  for (const kind of ['rsa', 'ec'] as const) {
    it(`in CRMF enrolls: ${kind}`, async () => {
      const keyFile = newKey(kind, 'crmf');
      // Nobody answers: the message is written before it is sent.
      const addressed = ['-server', '127.0.0.1:1', '-ref', '1', '-secret', 'pass:foo123', '-certout', 'none.pem'];
      const asked = ['-newkey', keyFile, '-subject', `/O=Example/CN=crmf-${kind}`, '-sans', 'www.example.org'];
      const { output } = openssl.outcome('cmp', '-cmd', 'cr', ...addressed, ...asked, '-reqout', 'message.der');
      assert.match(output, /connect|transfer error/);
      const certificate = await enrollForm(shared.server, `crmf-${kind}`, {
        certificateRequestType: 'CRMF',
        certificateRequest: certReqMessagesOf(readFileSync(openssl.path('message.der'))).toBase64(),
      });
      assert.equal(certificate.subject.toString(), `CN=crmf-${kind},O=Example`);
      requireCertified(certificate.der, keyFile);
      assert.match(openssl.run('x509', '-in', 'certificate.pem', '-noout', '-text'), /DNS:www\.example\.org/);
    });

    it(`in SPKAC enrolls: ${kind}`, async () => {
      const keyFile = newKey(kind, 'spkac');
      openssl.run('spkac', '-key', keyFile, '-digest', 'sha256', '-challenge', 'hello', '-out', 'request.spkac');
      const certificate = await enrollForm(shared.server, `spkac-${kind}`, {
        certificateRequestType: 'SPKAC',
        certificateRequest: `O=Example\nCN=spkac-${kind}\n${readFileSync(openssl.path('request.spkac'), 'utf8')}`,
      });
      assert.equal(certificate.subject.toString(), `CN=spkac-${kind},O=Example`);
      requireCertified(certificate.der, keyFile);
    });
  }
});
