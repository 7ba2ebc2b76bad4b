/** Card verifiable certificates: OpenPACE verifies what is written here, and what it writes is read here. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { CvCertificate, rightNames, terminalAuthenticationAlgorithms, verifyCvChain } from '@sealwright/pki';
import { CvHolder, TODAY } from '../../../packages/pki/test/cv-holder.ts';
import { OpenPace } from '../programs/openpace.ts';

const openpace = new OpenPace();
after(() => openpace.remove());

const CURVES = ['secp224r1', 'prime256v1', 'secp384r1', 'secp521r1', 'brainpoolP320r1', 'brainpoolP512r1'];
/** Every algorithm once, and SHA-256 with every curve. */
const KEYS = [
  ...terminalAuthenticationAlgorithms.map(({ signature }) => ({
    algorithm: signature.name,
    key: signature.keyAlgorithm.name === 'RSA' ? 2048 : 'prime256v1',
  })),
  ...CURVES.map((key) => ({ algorithm: 'SHA256withECDSA', key })),
];

describe('OpenPACE verifies', () => {
  for (const { algorithm, key } of KEYS) {
    it(`a chain and a request: ${algorithm}, ${key}`, () => {
      const holder = (reference: string): CvHolder => new CvHolder(reference, key, algorithm);
      const [cvca, dv, is] = [holder('SECVCA00001'), holder('DEDVSE001'), holder('DEIS00001')];
      const [root, dvCertificate, terminal] = [cvca.root(), cvca.certify(dv, { role: 'DV_F' }), dv.certify(is)];
      openpace.trust('SECVCA00001', root.der);
      openpace.trust('DEDVSE001', dvCertificate.der);
      for (const certificate of [root, dvCertificate, terminal]) {
        const printed = openpace.printCertificate(certificate.der);
        assert.match(printed, /certificate verified/);
        assert.ok(printed.includes(`CHR: ${certificate.holder.text}\n`), printed);
        const [effective, expiration] = [TODAY, TODAY + 365].map(dateOf);
        assert.match(printed, new RegExp(`Effective Date: ${effective}\\n +Expiration Date: ${expiration}\\n`));
        assert.match(printed, /Read fingerprint\n +Read iris\n/);
      }
      assert.match(
        openpace.printRequest(dv.request({ authority: cvca.reference }).der),
        /certificate request verified/,
      );
    });
  }

  it('no certificate that another key signed', () => {
    const [cvca, dv] = [new CvHolder('SECVCA00001'), new CvHolder('DEDVSE001')];
    openpace.trust('SECVCA00001', new CvHolder('SECVCA00001').root().der);
    assert.match(openpace.printCertificate(cvca.certify(dv, { role: 'DV_F' }).der), /certificate not verified/);
  });

  it('the rights of authentication terminals under their names', () => {
    const cvca = new CvHolder('SECVCA00001');
    const root = cvca.root({ terminalType: 'AT', rights: (1n << 37n) | (1n << 28n) | (1n << 8n) | 0b10001n });
    openpace.trust('SECVCA00001', root.der);
    const printed = openpace.printCertificate(root.der);
    assert.match(printed, /certificate verified/);
    for (const right of [/Write DG 17\b/, /Read DG 1\b/, /Read DG 21\b/, /Age Verification/, /CAN allowed/])
      assert.match(printed, right);
    assert.doesNotMatch(printed, /Write DG 18|Read DG 2\b|PIN Management/);
  });
});

describe('what OpenPACE writes', () => {
  // Not PSS: it salts with as many octets as the modulus leaves room for, and the salt has to be as long as the hash.
  for (const [scheme, key] of [
    ['ECDSA_SHA_256', 'prime256v1'],
    ['ECDSA_SHA_512', 'brainpoolP512r1'],
    ['RSA_v1_5_SHA_512', 2048],
  ] as const) {
    it(`holds as a chain: ${scheme}, ${key}`, () => {
      openpace.write('cvca.key', privateKey(key));
      const [issued, expires] = [TODAY, TODAY + 365].map((day) => dateOf(day).slice(2).replaceAll('-', ''));
      const common = ['--type=is', `--issued=${issued}`, `--expires=${expires}`, '--read-finger', `--scheme=${scheme}`];
      const under = (signer: string, name: string): string[] => [
        `--sign-with=${signer}.key`,
        `--sign-as=${signer}.cvcert`,
        `--out-cert=${name}.cvcert`,
        `--out-key=${name}.key`,
      ];
      openpace.create(
        '--role=cvca',
        '--chr=SECVCA00001',
        '--sign-with=cvca.key',
        '--out-cert=cvca.cvcert',
        '--read-iris',
        ...common,
      );
      openpace.create('--role=dv_domestic', '--chr=SEDV00001', ...under('cvca', 'dv'), ...common);
      openpace.create('--role=terminal', '--chr=SEIS00001', ...under('dv', 'is'), ...common);
      const [cvca, dv, is] = ['cvca', 'dv', 'is'].map((name) =>
        CvCertificate.parse(openpace.read(`${name}.cvcert`)),
      ) as [CvCertificate, CvCertificate, CvCertificate];
      const { authorization } = verifyCvChain(cvca, [dv, is], TODAY);
      assert.equal(authorization.role, 'TERMINAL');
      assert.deepEqual(rightNames(authorization), ['READ_DG3']);
      cvca.verify(cvca.publicKey);
      assert.equal(dv.authorization.role, 'DV_D');
    });
  }
});

/** A day since 1970-01-01 as year, month and day. */
function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** A new private key as PKCS #8. */
function privateKey(key: string | number): Uint8Array {
  const pair =
    typeof key === 'number'
      ? generateKeyPairSync('rsa', { modulusLength: key })
      : generateKeyPairSync('ec', { namedCurve: key });
  return pair.privateKey.export({ format: 'der', type: 'pkcs8' });
}
