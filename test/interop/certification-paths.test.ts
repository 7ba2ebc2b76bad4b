/** Paths are judged by OpenSSL as by us: names within and without constraints, and the cases of PKITS that OpenSSL can be told about. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
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
import { CONSTRAINED_NAMES } from '../../packages/pki/test/constrained-names.ts';
import { TestCa } from '../pki/test-pki.ts';
import { OpenSsl } from './openssl.ts';

const openssl = new OpenSsl();
after(() => openssl.remove());
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
});

function isValid(certificate: Certificate, intermediate: Certificate): boolean {
  const material = { anchors: [trustAnchorOf(root.certificate)], intermediates: [intermediate] };
  try {
    findPath(certificate, material, { now: Date.now() / 1000 });
    return true;
  } catch (error) {
    if (error instanceof PkiError && error.code === 'path.name_not_permitted') return false;
    throw error;
  }
}

function isValidToOpenSsl(certificate: Certificate, intermediate: Certificate): boolean {
  openssl.write('leaf.pem', formatPem('CERTIFICATE', certificate.der));
  openssl.write('ca.pem', formatPem('CERTIFICATE', intermediate.der));
  const { status, output } = openssl.outcome(
    'verify',
    '-x509_strict',
    '-CAfile',
    'root.pem',
    '-untrusted',
    'ca.pem',
    'leaf.pem',
  );
  if (status !== 0) assert.match(output, /(permitted|excluded) subtree violation/);
  return status === 0;
}

function baseOf(text: string): GeneralName {
  const [, type, value] = /^(\w+)=(.*)$/.exec(text)!;
  const network = type === 'iPAddress' ? parseIpNetwork(value!) : undefined;
  if (network !== undefined) return { type: 'iPAddress', value: network };
  return type === 'directoryName' ? parseGeneralNames(text)[0]! : ({ type, value } as GeneralName);
}
