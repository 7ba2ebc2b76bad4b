/** OpenSSL validates whatever a CA with name constraints issues, down to the leaf. */
import { formatPem, makeExtension, parseGeneralNames, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { certificateOf, createProfiles, ENROLL, requestUnder, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { caOf, createCa } from '../../e2e/support/ca-setup.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

describe('openssl verify', () => {
  const shared = sharedServer();
  const openssl = sharedOpenSsl();
  before(async () => {
    const { server } = shared;
    await createCa(server, 'Limited', {
      subjectDn: 'CN=Limited,O=Acme',
      nameConstraintsPermitted: [
        'acme.example',
        '.hosts.example',
        '10.0.0.0/8',
        '@acme.example',
        'uri:acme.example',
        'O=Acme',
      ],
      nameConstraintsExcluded: ['secret.acme.example', '10.99.0.0/16', 'OU=Board,O=Acme'],
    });
    const settings = {
      signedBy: 'Limited',
      certificateProfile: 'SUBCA',
      subjectDn: 'CN=Below,O=Acme',
      enforceUniqueDistinguishedName: false,
    };
    await createCa(server, 'Below', settings);
    // Addresses in the subject alone are what RFC 5280 has no new certificate with, and still constrained.
    await createProfiles(
      server,
      'Old mail',
      { lintExceptions: ['rfc5280/email-in-alternative-names'] },
      { subjectDn: { CN: [{}], E: [{}], O: [{}] } },
    );
    const [below, limited] = (await caOf(server, 'Below')).chain;
    openssl.write('below.pem', formatPem('CERTIFICATE', below!.der));
    openssl.write('limited.pem', formatPem('CERTIFICATE', limited!.der));
  });

  for (const [subject, names, isIssued] of [
    ['CN=a,O=Acme', 'dNSName=www.acme.example', true],
    ['CN=a,O=Acme', 'dNSName=a.secret.acme.example', false],
    ['CN=a,O=Acme', 'dNSName=www.evil.example', false],
    ['CN=a,O=Acme', 'dNSName=a.hosts.example', true],
    ['CN=a,O=Acme', 'dNSName=hosts.example', false],
    ['CN=a,O=Acme', 'dNSName=*.example', false],
    ['CN=a,O=Acme', 'iPAddress=10.1.2.3', true],
    ['CN=a,O=Acme', 'iPAddress=10.99.2.3', false],
    ['CN=a,O=Acme', 'iPAddress=192.168.1.1', false],
    ['CN=a,O=Acme', 'iPAddress=2001:db8::1', false],
    ['CN=a,O=Acme', 'rfc822Name=alice@acme.example', true],
    ['CN=a,O=Acme', 'rfc822Name=alice@mail.acme.example', false],
    ['CN=a,O=Acme', 'uniformResourceIdentifier=https://acme.example:8443/a', true],
    ['CN=a,O=Acme', 'uniformResourceIdentifier=https://evil.example/', false],
    ['CN=a,O=Acme', 'directoryName=CN=b\\,O=Acme', true],
    ['CN=a,O=Acme', 'directoryName=CN=b\\,O=Evil', false],
    ['CN=a,O=Acme', 'upn=alice@anywhere.example', true],
    ['CN=a,O=Evil', '', false],
    ['CN=a,OU=Board,O=Acme', '', false],
    ['CN=www.acme.example,O=Acme', '', true],
    ['CN=www.evil.example,O=Acme', '', false],
    ['CN=www.evil.example,O=Acme', 'dNSName=www.acme.example', true],
    ['CN=a,E=alice@acme.example,O=Acme', '', true],
    ['CN=a,E=alice@evil.example,O=Acme', '', false],
  ] as const) {
    it(`${isIssued ? 'accepts what is issued for' : 'would refuse, and nothing is issued for,'} ${subject} ${names}`, async () => {
      const extensions = names === '' ? [] : [makeExtension(subjectAltName, parseGeneralNames(names), false)];
      const username = `${subject} ${names}`;
      const options = { username, subject, extensions };
      const request = subject.includes('E=') ? requestUnder('Old mail', options) : newRequest(options);
      const body = { ...request, certificate_authority_name: 'Below' };
      const answer = await shared.server.call(ENROLL, { body });
      if (!isIssued) {
        assert.match(answer.text, /cannot issue the certificate/);
        return;
      }
      assert.equal(answer.status, 200, answer.text);
      openssl.write('leaf.pem', formatPem('CERTIFICATE', certificateOf(answer).der));
      const files = ['-CAfile', 'limited.pem', '-untrusted', 'below.pem', 'leaf.pem'];
      assert.deepEqual(openssl.outcome('verify', '-x509_strict', ...files), { status: 0, output: 'leaf.pem: OK\n' });
    });
  }
});
