/** CVC CAs with keys in software and in a device: OpenPACE verifies every certificate that a whole server issues. */
import { CvCertificate, CvRequest, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CvHolder } from '../../../packages/pki/test/cv-holder.ts';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import type { TestServer } from '../../e2e/support/test-server.ts';
import { OpenPace } from '../programs/openpace.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const softHsm = new SoftHsm();
const openpace = new OpenPace();
after(() => {
  softHsm.remove();
  openpace.remove();
});
const PIN = 'correct horse battery';

const TOKENS = [
  ['in software', () => ({ type: 'SoftCryptoToken', autoActivation: true, authenticationCode: PIN })],
  [
    'in SoftHSM',
    () => {
      const properties = softHsm.properties(softHsm.makeToken(PIN));
      return { type: 'PKCS11CryptoToken', properties, autoActivation: true, authenticationCode: PIN };
    },
  ],
] as const;

const KEYS = [
  ['P-256', 'prime256v1', 'SHA256withECDSA'],
  ['P-521', 'secp521r1', 'SHA512withECDSA'],
  ['brainpoolP320r1', 'brainpoolP320r1', 'SHA384withECDSA'],
  ['2048', 2048, 'SHA256WithRSA'],
  ['2048', 2048, 'SHA512withRSAandMGF1'],
] as const;

for (const [place, token] of TOKENS) {
  describe(`CVC CAs with keys ${place}`, () => {
    const shared = sharedServer(
      { pkcs11: { libraries: [softHsm.library], binding: installPkcs11js(), callTimeoutMs: 10_000 } },
      { environment: softHsm.environment },
    );
    before(async () => void (await post(shared.server, '/documents/CRYPTOTOKEN/Cards', { settings: token() })));

    for (const [number, [signKeySpec, holderKey, algorithm]] of KEYS.entries()) {
      it(`certify document verifiers and terminals, and link their keys: ${signKeySpec}, ${algorithm}`, async () => {
        const { server } = shared;
        const settings = (name: string, rest: object) => ({
          caType: 'CVC',
          subjectDn: `CN=${name},C=SE`,
          cryptoToken: 'Cards',
          certSignKey: `${name} key`,
          signKeySpec,
          signatureAlgorithm: algorithm,
          validity: '1y',
          ...rest,
        });
        const [cvca, dv] = [`CVCA${number}`, `DV${number}`];
        const below = { signedBy: cvca, certificateProfile: 'SUBCA' };
        const root = trusted(await post(server, `/cas/${cvca}`, { settings: settings(cvca, {}) }));
        const verifier = trusted(await post(server, `/cas/${dv}`, { settings: settings(dv, below) }));
        const renewed = await post(server, `/cas/${cvca}/renew`, { new_key: true });
        trusted(renewed);
        const links = renewed['further_certificates'] as { role: string; certificate: string }[];
        const link = read(links.find(({ role }) => role === 'new-with-old')!.certificate);
        const terminal = new CvHolder(`SEIS${number}00001`, holderKey, algorithm);
        const signed = await post(server, `/cvc/${dv}/certificaterequest`, {
          certificate_request: terminal.request().der.toBase64(),
          certificate_profile_name: 'ENDUSER',
        });
        const certificate = CvCertificate.parse(Uint8Array.fromBase64(signed['certificate'] as string));
        for (const each of [root, link, verifier, certificate]) {
          const printed = openpace.printCertificate(each.der);
          assert.match(printed, /certificate verified/);
          assert.ok(printed.includes(`CHR: ${each.holder.text}\n`), printed);
        }
      });

      it(`ask for certificates elsewhere: ${signKeySpec}, ${algorithm}`, async () => {
        const name = `FDV${number}`;
        const settings = {
          caType: 'CVC',
          subjectDn: `CN=${name},C=SE`,
          signedBy: 'External CA',
          certificateProfile: 'SUBCA',
          cryptoToken: 'Cards',
          certSignKey: `${name} key`,
          signKeySpec,
          signatureAlgorithm: algorithm,
        };
        const made = await post(shared.server, `/cas/${name}`, { settings });
        const request = CvRequest.parse(parsePem(made['certification_request'] as string)[0]!.der);
        assert.match(openpace.printRequest(request.der), /certificate request verified/);
      });
    }
  });
}

/** The certificate of a CA, which OpenPACE trusts from now on. */
function trusted(ca: Record<string, unknown>): CvCertificate {
  const certificate = read((ca['certificate_chain'] as string[])[0]!);
  openpace.trust(certificate.holder.text, certificate.der);
  return certificate;
}

function read(pem: string): CvCertificate {
  return CvCertificate.parse(parsePem(pem)[0]!.der);
}

async function post(server: TestServer, path: string, body: object): Promise<Record<string, unknown>> {
  const { status, json, text } = await server.administer(path, { method: 'POST', body });
  assert.ok(status < 300, text);
  return json;
}
