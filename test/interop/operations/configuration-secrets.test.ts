/** The secrets of a configuration, decrypted by OpenSSL. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

describe('OpenSSL and the secrets of the configuration', () => {
  const shared = sharedServer();
  const openssl = sharedOpenSsl();

  for (const [name, key] of Object.entries({
    'RSA-3072': ['-newkey', 'rsa:3072'],
    'P-256': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  })) {
    it(`decrypts them with a key of ${name}`, async () => {
      openssl.run('req', '-x509', ...key, '-nodes', '-keyout', 'key.pem', '-subj', '/CN=Custodian', '-out', 'cert.pem');
      const answer = await shared.server.administer('/configuration/secrets', {
        method: 'POST',
        body: {
          certificate: readFileSync(openssl.path('cert.pem'), 'utf8'),
          include: ['CRYPTOTOKEN'],
          exclude: ['*:*'],
        },
      });
      assert.equal(answer.status, 200, answer.text);
      openssl.write('secrets.cms', answer.bytes);
      openssl.run(
        'cms',
        '-decrypt',
        '-inform',
        'DER',
        '-in',
        'secrets.cms',
        '-recip',
        'cert.pem',
        '-inkey',
        'key.pem',
        '-binary',
        '-out',
        'secrets.json',
      );
      const dump = JSON.parse(readFileSync(openssl.path('secrets.json'), 'utf8')) as {
        'crypto-tokens': Readonly<Record<string, Readonly<Record<string, string>>>>;
      };
      const [token] = Object.values(dump['crypto-tokens']);
      assert.equal(token!['Object Type'], 'Crypto Token');
      assert.notEqual(token!['Authentication Code'], 'placeholder');
    });
  }
});
