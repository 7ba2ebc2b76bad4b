/** CVC CAs of elsewhere: kept by their certificates, or going on here with their keys. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { CvCertificate, formatPem, parsePem, verifyCvChain, writePkcs12 } from '@sealwright/pki';
import { CvHolder } from '../../../packages/pki/test/cv-holder.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import type { Answer, TestServer } from '../support/test-server.ts';

const PASSWORD = 'keystore password';
const today = () => Math.floor(Date.now() / 86_400_000);
const validity = () => ({ effectiveDay: today() - 10, expirationDay: today() + 100 });

/** A country verifying CA and a document verifier under it. */
function newHolders(country: string, ...key: [key?: string | number, algorithm?: string]) {
  const cvca = new CvHolder(`${country}CVCA00007`, ...key);
  const dv = new CvHolder(`${country}DV00003`, ...key);
  const root = cvca.root(validity());
  return { cvca, dv, root, own: cvca.certify(dv, { role: 'DV_D', ...validity() }) };
}

/** PKCS#12 with the key; it holds a certificate of X.509 beside it, since none of the other kind fits in. */
async function keystoreOf({ pkcs8: privateKey }: CvHolder): Promise<string> {
  const random = (octets: number) => new Uint8Array(randomBytes(octets));
  const certificate = TestCa.root('CN=carrier').certificate.der;
  const options = { privateKey, certificate, chain: [], password: PASSWORD, random, iterations: 1000 };
  return Buffer.from(await writePkcs12(options)).toString('base64');
}

const act = (server: TestServer, name: string, verb: string, body: object = {}): Promise<Answer> =>
  server.administer(`/cas/${name}/${verb}`, { method: 'POST', body });
const importKeys = (server: TestServer, name: string, source: object, settings: object = {}) =>
  act(server, name, 'import-keys', {
    settings: { cryptoToken: 'ManagementCA', certSignKey: `${name} key`, ...settings },
    source,
  });
const chainIn = ({ json }: Answer) =>
  (json['certificate_chain'] as string[]).map((pem) => CvCertificate.parse(parsePem(pem)[0]!.der));
const textOf = ({ der }: CvCertificate) => der.toBase64();

/** Returns the certificates that a CA makes of the request of a holder, its certificate first. */
async function certified(server: TestServer, ca: string, holder: CvHolder, profile = 'ENDUSER') {
  const answer = await server.administer(`/cvc/${ca}/certificaterequest`, {
    method: 'POST',
    body: { certificate_request: holder.request().der.toBase64(), certificate_profile_name: profile },
  });
  assert.equal(answer.status, 200, answer.text);
  const { certificate, certificate_chain: chain } = answer.json as { certificate: string; certificate_chain: string[] };
  return [certificate, ...chain].map((text) => CvCertificate.parse(Uint8Array.fromBase64(text)));
}

describe('a CVC CA of which only the certificate is here', () => {
  const shared = sharedServer();
  const { cvca, root, own } = newHolders('FI');

  it('is kept with the country verifying CA above it, in any order', async () => {
    const { server } = shared;
    const answer = await act(server, 'FinnishDV', 'import', { certificates: [textOf(root), textOf(own)] });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.json['type'], answer.json['status']], ['CVC', 'EXTERNAL']);
    assert.equal(answer.json['subject_dn'], 'CN=DV,C=FI');
    assert.deepEqual(
      chainIn(answer).map(({ holder }) => holder.text),
      ['FIDV00003', 'FICVCA00007'],
    );
    const alone = await act(server, 'FinnishCVCA', 'import', { certificates: [formatPem('CERTIFICATE', root.der)] });
    assert.deepEqual([alone.status, alone.json['key_sequence']], [200, '00007'], alone.text);
    const { json } = await server.call('/v1/ca?includeExternal=true');
    const listed = json['certificate_authorities'] as { name: string; external: boolean }[];
    assert.ok(listed.some(({ name, external }) => name === 'FinnishDV' && external));
  });

  it('gets another certificate of the same holder, and of no other', async () => {
    const { server } = shared;
    const next = cvca.certify(new CvHolder('FIDV00004'), { role: 'DV_D', ...validity() });
    const answer = await act(server, 'FinnishDV', 'import', { certificates: [textOf(next), textOf(root)] });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['key_sequence'], '00004');
    const further = answer.json['further_certificates'] as { role: string }[];
    assert.deepEqual(
      further.map(({ role }) => role),
      ['former'],
    );
    const other = cvca.certify(new CvHolder('FIOTHER00001'), { role: 'DV_D', ...validity() });
    const refused = await act(server, 'FinnishDV', 'import', { certificates: [textOf(other), textOf(root)] });
    assertRefusal(refused, 400, /is for 'FIOTHER00001'/);
    const x509 = await act(server, 'FinnishDV', 'import', { certificates: [TestCa.root('CN=DV,C=FI').certificatePem] });
    assertRefusal(x509, 422, /of the kind CVC/);
  });

  it('has a sequence number with letters in its subject', async () => {
    const lettered = new CvHolder('FICVCBFI00A').root(validity());
    const answer = await act(shared.server, 'Lettered', 'import', { certificates: [textOf(lettered)] });
    assert.equal(answer.json['subject_dn'], 'SN=FI00A,CN=CVCB,C=FI', answer.text);
  });

  it('signs nothing', async () => {
    const body = { certificate_request: new CvHolder('FIIS00001').request().der.toBase64() };
    const answer = await shared.server.administer('/cvc/FinnishDV/certificaterequest', {
      method: 'POST',
      body: { ...body, certificate_profile_name: 'ENDUSER' },
    });
    assertRefusal(answer, 503, /EXTERNAL/);
  });

  it('is not made of what is not a CA, or does not hold', async () => {
    const { server } = shared;
    const stranger = new CvHolder('FICVCA00007').root(validity());
    const terminal = new CvHolder('FIIS00001');
    const wider = new CvHolder('FIWIDE00001', 'secp384r1');
    const offCurve = wider.certify(new CvHolder('FIDV00003'), { role: 'DV_D', ...validity() });
    const cases: Record<string, [certificates: readonly string[], message: RegExp]> = {
      'without the CA above it': [[textOf(own)], /own certificate is missing/],
      'of another key above it': [[textOf(own), textOf(stranger)], /did not sign/],
      'of a terminal': [[textOf(cvca.certify(terminal, { role: 'TERMINAL', ...validity() })), textOf(root)], /./],
      expired: [[textOf(cvca.root({ effectiveDay: today() - 10, expirationDay: today() - 1 }))], /not in force/],
      'two of them': [[textOf(root), textOf(new CvHolder('FICVCC00001').root(validity()))], /are not a chain/],
      'of a key that is not on the curve above it': [
        [textOf(offCurve), textOf(wider.root(validity()))],
        /cannot be used: a point on P-384/,
      ],
      'of two kinds': [[textOf(root), TestCa.root('CN=X').certificatePem], /refused|cannot be/],
    };
    for (const [what, [certificates, message]] of Object.entries(cases)) {
      const answer = await act(server, 'Refused', 'import', { certificates });
      assert.equal(answer.status, 400, `${what} ${answer.text}`);
      assert.match(String(answer.json['error_message']), message, what);
    }
    assert.equal((await server.administer('/cas/Refused')).status, 404);
  });
});

describe('a CVC CA that is imported with its key', () => {
  const shared = sharedServer();

  it('goes on here: a country verifying CA certifies, and renews itself with a link', async () => {
    const { server } = shared;
    const { cvca, root } = newHolders('NO', 'secp384r1', 'SHA384withECDSA');
    const source = { keystore: await keystoreOf(cvca), password: PASSWORD, certificates: [textOf(root)] };
    const answer = await importKeys(server, 'CVCA', source);
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual([answer.json['status'], answer.json['key_sequence']], ['ACTIVE', '00007']);
    const [dv] = await certified(server, 'CVCA', new CvHolder('NODV00001', 'secp384r1', 'SHA384withECDSA'), 'SUBCA');
    verifyCvChain(root, [dv!], today());
    const renewed = await act(server, 'CVCA', 'renew', { new_key: true });
    assert.equal(renewed.status, 200, renewed.text);
    const [next] = chainIn(renewed);
    assert.equal(next!.holder.text, 'NOCVCA00008');
    const further = renewed.json['further_certificates'] as { role: string; certificate: string }[];
    const link = further.find(({ role }) => role === 'new-with-old')!;
    verifyCvChain(root, [CvCertificate.parse(parsePem(link.certificate)[0]!.der)], today());
  });

  it('goes on here: a document verifier certifies terminals, under the CA elsewhere', async () => {
    const { server } = shared;
    const { dv, root, own } = newHolders('DK');
    const source = { keystore: await keystoreOf(dv), password: PASSWORD, certificates: [textOf(own), textOf(root)] };
    const answer = await importKeys(server, 'DV', source);
    assert.equal(answer.status, 201, answer.text);
    const [terminal] = await certified(server, 'DV', new CvHolder('DKIS00001'));
    verifyCvChain(root, [own, terminal!], today());
    assertRefusal(await act(server, 'DV', 'renew', { new_key: true }), 422, /signed elsewhere/);
    const csr = await act(server, 'DV', 'csr');
    assert.equal(csr.status, 200, csr.text);
  });

  it('is refused when key, certificates and settings do not fit', async () => {
    const { server } = shared;
    const { cvca, dv, root, own } = newHolders('IS');
    const keystore = await keystoreOf(cvca);
    const certificates = [textOf(root)];
    const wider = new CvHolder('ISWIDE00001', 'secp384r1');
    const cases: readonly [what: string, source: object, settings: object, status: number, message: RegExp][] = [
      [
        'another key',
        { keystore: await keystoreOf(dv), password: PASSWORD, certificates },
        {},
        400,
        /for the private key/,
      ],
      ['no certificate', { keystore, password: PASSWORD }, {}, 400, /for the private key/],
      [
        'another algorithm',
        { keystore, password: PASSWORD, certificates },
        { signatureAlgorithm: 'SHA384withECDSA' },
        422,
        /does not sign with SHA384withECDSA/,
      ],
      ['another kind', { keystore, password: PASSWORD, certificates }, { caType: 'X509' }, 422, /of the kind X509/],
      [
        'a key that is not on the curve above it',
        {
          keystore,
          password: PASSWORD,
          certificates: [textOf(wider.certify(dv, { role: 'DV_D', ...validity() })), textOf(wider.root(validity()))],
        },
        {},
        400,
        /a point on P-384/,
      ],
      ['no key in the token', { certificates: [textOf(own), textOf(root)] }, { certSignKey: 'none' }, 404, /none/],
    ];
    for (const [what, source, settings, status, message] of cases) {
      const answer = await importKeys(server, 'Unfit', source, settings);
      assert.equal(answer.status, status, `${what} ${answer.text}`);
      assert.match(String(answer.json['error_message']), message, what);
    }
    assert.equal((await server.administer('/cas/Unfit')).status, 404);
  });
});
