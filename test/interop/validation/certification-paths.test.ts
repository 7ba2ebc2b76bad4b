/** Paths are judged by OpenSSL as by us: names within and without constraints, and the cases of PKITS that OpenSSL can be told about. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Certificate,
  findPath,
  formatPem,
  makeExtension,
  nameConstraints,
  type GeneralName,
  parseGeneralNames,
  parseIpNetwork,
  PkiError,
  trustAnchorOf,
} from '@sealwright/pki';
import { CONSTRAINED_NAMES } from '../../../packages/pki/test/constrained-names.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();
const root = TestCa.root('CN=Root');
openssl.write('root.pem', root.certificatePem);

describe('OpenSSL and we', () => {
  for (const { subtree, name, within } of CONSTRAINED_NAMES) {
    it(`find ${name} ${within ? 'within' : 'outside of'} ${subtree}`, () => {
      for (const list of ['permittedSubtrees', 'excludedSubtrees'] as const) {
        const extension = makeExtension(nameConstraints, { [list]: [{ base: baseOf(subtree), minimum: 0 }] }, true);
        const ca = root.subordinate('CN=Constrained', 'P-256', [extension]);
        const { certificate } = ca.issue({ subject: '', alternativeNames: name });
        const expected = within === (list === 'permittedSubtrees');
        assert.equal(isValid(certificate, ca.certificate), expected, `ours, ${list}`);
        assert.equal(isValidToOpenSsl(certificate, ca.certificate), expected, `OpenSSL's, ${list}`);
      }
    });
  }

  for (const [subject, names, valid] of [
    ['CN=www.example.com', 'rfc822Name=a@example.org', true],
    ['CN=www.evil.net', 'rfc822Name=a@example.org', false],
    ['CN=10.0.0.1', '', false],
    ['CN=Alice Evil.Net', '', true],
    ['CN=localhost', '', true],
    ['CN=www.evil.net', 'dNSName=www.example.com', true],
  ] as const) {
    it(`hold the common name of ${subject} ${names === '' ? '' : `with ${names} `}against constraints of hosts`, () => {
      const base = { type: 'dNSName', value: 'example.com' } as const;
      const constraints = makeExtension(nameConstraints, { permittedSubtrees: [{ base, minimum: 0 }] }, true);
      const ca = root.subordinate('CN=Constrained', 'P-256', [constraints]);
      const { certificate } = ca.issue({ subject, alternativeNames: names });
      assert.equal(isValid(certificate, ca.certificate), valid, 'ours');
      assert.equal(isValidToOpenSsl(certificate, ca.certificate), valid, "OpenSSL's");
    });
  }

  it('refuse what a CA without a name has issued', () => {
    const nameless = root.subordinate('');
    const { certificate } = nameless.issueClient('alice');
    assert.throws(() => pathOf(certificate, nameless.certificate), { code: 'path.name_chaining' });
    assert.match(verify(certificate, nameless.certificate).output, /(issuer|subject) name empty/i);
  });

  it('refuse what a certificate with keyCertSign that is not a CA has issued', () => {
    const signing = root.issue({ subject: 'CN=Signing', usages: ['digitalSignature', 'keyCertSign'] });
    const { certificate } = TestCa.of(signing).issueClient('alice');
    assert.throws(() => pathOf(certificate, signing.certificate), { code: 'path.not_a_ca' });
    assert.match(verify(certificate, signing.certificate).output, /invalid CA certificate/);
  });

  it('refuse what a key of RSA with 1,024 bits has signed, OpenSSL at its level for TLS', () => {
    const short = root.subordinate('CN=Short', 'RSA-1024');
    const { certificate } = short.issueClient('alice');
    assert.throws(() => pathOf(certificate, short.certificate), { code: 'path.weak_signature' });
    assert.match(verify(certificate, short.certificate, '-auth_level', '2').output, /CA certificate key too weak/);
  });
});

function pathOf(certificate: Certificate, intermediate: Certificate): void {
  const material = { anchors: [trustAnchorOf(root.certificate)], intermediates: [intermediate] };
  findPath(certificate, material, { now: Date.now() / 1000 });
}

function isValid(certificate: Certificate, intermediate: Certificate): boolean {
  try {
    pathOf(certificate, intermediate);
    return true;
  } catch (error) {
    if (error instanceof PkiError && error.code === 'path.name_not_permitted') return false;
    throw error;
  }
}

function isValidToOpenSsl(certificate: Certificate, intermediate: Certificate): boolean {
  const { status, output } = verify(certificate, intermediate);
  if (status !== 0) assert.match(output, /(permitted|excluded) subtree violation/);
  return status === 0;
}

function verify(certificate: Certificate, intermediate: Certificate, ...options: readonly string[]) {
  openssl.write('leaf.pem', formatPem('CERTIFICATE', certificate.der));
  openssl.write('ca.pem', formatPem('CERTIFICATE', intermediate.der));
  const files = ['-CAfile', 'root.pem', '-untrusted', 'ca.pem', 'leaf.pem'];
  return openssl.outcome('verify', '-x509_strict', ...options, ...files);
}

function baseOf(text: string): GeneralName {
  const [, type, value] = /^(\w+)=(.*)$/.exec(text)!;
  const network = type === 'iPAddress' ? parseIpNetwork(value!) : undefined;
  if (network !== undefined) return { type: 'iPAddress', value: network };
  return type === 'directoryName' ? parseGeneralNames(text)[0]! : ({ type, value } as GeneralName);
}
