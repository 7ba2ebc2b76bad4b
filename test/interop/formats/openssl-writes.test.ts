/** Objects that OpenSSL makes in this run are read strictly, verified, and built again octet for octet. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { Certificate, CertificationRequest, Crl, crlNumber, namedCurves, parsePem } from '@sealwright/pki';
import {
  rebuildCertificate,
  rebuildCrl,
  type Rebuilt,
  rebuildRequest,
} from '../../../packages/pki/test/re-encoding.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();

const CONFIG = `
[req]
distinguished_name = subject
prompt = no
utf8 = yes
string_mask = utf8only
req_extensions = wanted
[subject]
C = SE
0.OU = B
1.+OU = A
CN = Räv
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid:always, issuer:always
[wanted]
subjectAltName = DNS:a.example.com, IP:10.0.0.1, dirName:subject, otherName:1.3.6.1.4.1.311.20.2.3;UTF8:a@example.com
[ca]
default_ca = default
[default]
database = index.txt
crlnumber = crlnumber
default_md = sha256
`;

const curves = namedCurves.map(({ nodeName }) => nodeName);
/** Options for making the key, and the signature algorithm. */
const KINDS: readonly (readonly [key: string, signature: string])[] = [
  ...['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'].map(
    (digest) => ['rsa:2048', `-${digest}`] as const,
  ),
  ...['sha1', 'sha224', 'sha256', 'sha384', 'sha512'].flatMap((digest) =>
    ['digest', 'max', '0', '20'].map(
      (salt) => ['rsa:2048', `-${digest} -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:${salt}`] as const,
    ),
  ),
  ...curves.map((curve) => [`ec -pkeyopt ec_paramgen_curve:${curve}`, '-sha512'] as const),
  ...['sha1', 'sha224', 'sha256', 'sha384'].map(
    (digest) => ['ec -pkeyopt ec_paramgen_curve:P-256', `-${digest}`] as const,
  ),
  ['ed25519', '-utf8'],
  ['ed448', '-utf8'],
  ['rsa-pss -pkeyopt rsa_keygen_bits:2048', '-sha256'],
];

before(() => openssl.write('openssl.cnf', CONFIG));

describe('what openssl wrote', () => {
  for (const [key, signature] of KINDS) {
    it(`is a certificate that we read: ${key} ${signature}`, () => {
      const options = `-extensions root ${keyOptions(key)} ${signature}`;
      const der = make('root.pem', `req -x509 -config openssl.cnf ${options} -out root.pem`);
      const certificate = Certificate.parse(der, { lenient: false });
      assertSame(certificate, rebuildCertificate(certificate));
      assert.equal(certificate.verify(certificate.publicKey), true);
    });

    it(`is a request that we read: ${key} ${signature}`, () => {
      const options = `${keyOptions(key)} ${signature}`;
      const der = make('request.pem', `req -new -config openssl.cnf ${options} -out request.pem`);
      const request = CertificationRequest.parse(der, { lenient: false });
      assertSame(request, rebuildRequest(request));
      request.verifyProofOfPossession();
    });
  }

  it('is a CRL that we read', () => {
    openssl.write('crlnumber', 'FFFFFFFFFFFFFFFFFF');
    openssl.write('index.txt', REVOKED.map((fields) => `R\t490101000000Z\t${fields}\tunknown\t/CN=a\n`).join(''));
    const options = '-extensions root -newkey ed25519 -nodes -keyout key.pem';
    const root = make('root.pem', `req -x509 -config openssl.cnf ${options} -out root.pem`);
    const key = '-md null -cert root.pem -keyfile key.pem';
    const der = make('list.pem', `ca -config openssl.cnf -gencrl -crldays 20000 ${key} -out list.pem`);
    const crl = Crl.parse(der, { lenient: false });
    assertSame(crl, rebuildCrl(crl));
    assert.equal(crl.verify(Certificate.parse(root).publicKey), true);
    assert.equal(crl.extension(crlNumber), 0xffffffffffffffffffn);
    assert.deepEqual(
      Array.from(crl.entries(), ({ serialNumberText }) => serialNumberText),
      ['1', '80', 'ABCDEF'],
    );
  });
});

const REVOKED = [
  '230405060708Z,keyCompromise\t01',
  '230405060708Z\t80',
  '491231235959Z,CAkeyTime,20230101000000Z\tABCDEF',
];

/** Makes a key when it is first asked for. */
function keyOptions(key: string): string {
  const known = keys.indexOf(key);
  if (known !== -1) return `-key ${known}.key`;
  keys.push(key);
  return `-newkey ${key} -nodes -keyout ${keys.length - 1}.key`;
}

const keys: string[] = [];

/** Runs OpenSSL with `command` and returns what it wrote into `file`. */
function make(file: string, command: string): Uint8Array {
  openssl.run(...command.split(' '));
  const [block] = parsePem(readFileSync(openssl.path(file), 'utf8'));
  return block!.der;
}

function assertSame(
  read: { readonly der: Uint8Array; readonly departures: readonly string[] },
  rebuilt: Rebuilt,
): void {
  assert.deepEqual(rebuilt.kept, []);
  assert.deepEqual(read.departures, []);
  assert.equal(rebuilt.der.toHex(), read.der.toHex());
}
