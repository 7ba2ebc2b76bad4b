/** Signatures of the worker of advanced electronic signatures are accepted by pdfsig, qpdf, pyHanko, xmlsec1 and OpenSSL. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { pageObjects, tableFile } from '../../../packages/documents/test/pdf-documents.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import {
  certifyKey,
  makeSigningToken,
  makeTimeStampAuthority,
  makeWorker,
} from '../../e2e/support/setups/signing-setup.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';
import { PdfWitnesses } from '../programs/pdf-witnesses.ts';

const witnesses = new PdfWitnesses();
after(() => witnesses.remove());
const openssl = sharedOpenSsl();
const PDF = tableFile(pageObjects(), { version: '1.4' });
const ALGORITHMS = [
  ['rsa', 'SHA256withRSA'],
  ['rsa', 'SHA512withRSA'],
  ['ec', 'SHA256withECDSA'],
] as const;
const COMMON = { CRYPTOTOKEN: 'Signing', AUTHTYPE: 'NOAUTH' };

describe('the worker of advanced electronic signatures', () => {
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root', 'RSA-2048').subordinate('CN=Issuing');

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', {
      rsa: ['RSA', '2048'],
      ec: ['EC', 'P-256'],
      tsa: ['RSA', '2048'],
    });
    await makeTimeStampAuthority(shared.server, ca, 'tsa');
  });

  const worker = async (name: string, properties: Readonly<Record<string, string>>) => {
    const alias = properties['DEFAULTKEY'] ?? 'rsa';
    await makeWorker(shared.server, name, {
      ...COMMON,
      IMPLEMENTATION_CLASS: 'AdESSigner',
      DEFAULTKEY: alias,
      SIGNERCERTCHAIN: await certifyKey(shared.server, ca, 'Signing', alias, {
        subject: 'CN=Signer',
        usages: ['digitalSignature', 'nonRepudiation'],
      }),
      TSA_WORKER: 'TSA',
      ...properties,
    });
  };
  const signed = async (name: string, document: Uint8Array) => {
    const url = new URL(`/signserver/worker/${encodeURIComponent(name)}`, shared.server.running.urls[1]);
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await fetch(url, { method: 'POST', body: Buffer.from(document), headers });
    const made = new Uint8Array(await answer.arrayBuffer());
    assert.equal(answer.status, 200, Buffer.from(made).toString());
    return made;
  };

  for (const level of ['BASELINE-B', 'BASELINE-T'])
    for (const [alias, algorithm] of ALGORITHMS)
      it(`makes PAdES of ${level} by ${algorithm}, which pdfsig, qpdf and pyHanko take for it`, async () => {
        const name = `PAdES ${level} ${algorithm}`;
        await worker(name, {
          SIGNATURE_FORMAT: 'PAdES',
          SIGNATURE_LEVEL: level,
          SIGNATUREALGORITHM: algorithm,
          DEFAULTKEY: alias,
          ADD_VISIBLE_SIGNATURE: 'TRUE',
        });
        const document = await signed(name, PDF);
        assert.equal(witnesses.qpdf(document), '');
        assert.deepEqual(witnesses.pdfsig(document), [{ isValid: true, isTotal: true }]);
        const [verdict] = witnesses.pyHanko(document);
        assert.deepEqual([verdict?.intact, verdict?.valid, verdict?.trusted], [true, true, true]);
        assert.equal(verdict!.sub_filter, 'PADES');
        assert.ok(verdict!.signed_attributes.includes('signing_certificate_v2'));
        assert.ok(!verdict!.signed_attributes.includes('signing_time'));
        assert.equal(verdict!.time_stamp, level === 'BASELINE-T');
        // A second one leaves the first valid.
        const twice = await signed(name, document);
        assert.deepEqual(
          witnesses.pyHanko(twice).map(({ intact, valid }) => [intact, valid]),
          [
            [true, true],
            [true, true],
          ],
        );
      });

  for (const level of ['BASELINE-B', 'BASELINE-T'])
    for (const [alias, algorithm] of ALGORITHMS)
      it(`makes XAdES of ${level} by ${algorithm}, which xmlsec1 verifies`, async () => {
        const name = `XAdES ${level} ${algorithm}`;
        await worker(name, {
          SIGNATURE_FORMAT: 'XAdES',
          SIGNATURE_LEVEL: level,
          SIGNATURE_PACKAGING: 'ENVELOPED',
          SIGNATUREALGORITHM: algorithm,
          DEFAULTKEY: alias,
        });
        const document = await signed(name, Buffer.from('<order a="1">pay <b/>10</order>'));
        const root = witnesses.write('root.pem', formatPem('CERTIFICATE', ca.chain.at(-1)!.der));
        const ids = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'];
        const verify = (octets: Uint8Array) =>
          spawnSync('xmlsec1', ['--verify', '--trusted-pem', root, ...ids, witnesses.write('signed.xml', octets)], {
            encoding: 'utf8',
          });
        const { status, stdout, stderr } = verify(document);
        assert.equal(status, 0, stdout + stderr);
        assert.match(stdout + stderr, /References \(ok\/all\): 2\/2/);
        const text = Buffer.from(document).toString();
        assert.notEqual(verify(Buffer.from(text.replace('pay ', 'pay 1'))).status, 0);
        assert.equal(text.includes('<xades:SignatureTimeStamp>'), level === 'BASELINE-T');
      });

  for (const level of ['BASELINE-B', 'BASELINE-T'])
    for (const [alias, algorithm] of ALGORITHMS)
      it(`makes CAdES of ${level} by ${algorithm}, which openssl cms verifies, of small and large documents`, async () => {
        const common = { SIGNATURE_FORMAT: 'CAdES', SIGNATURE_LEVEL: level, SIGNATUREALGORITHM: algorithm };
        openssl.write('root.pem', formatPem('CERTIFICATE', ca.chain.at(-1)!.der));
        for (const packaging of ['ENVELOPING', 'DETACHED']) {
          const name = `CAdES ${level} ${algorithm} ${packaging}`;
          await worker(name, { ...common, SIGNATURE_PACKAGING: packaging, DEFAULTKEY: alias });
          for (const document of [randomBytes(3_000_000), Buffer.from('what is signed\r\n\0')]) {
            openssl.write('document', document);
            openssl.write('message.p7s', await signed(name, document));
            const verify = ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', 'message.p7s'];
            const content = packaging === 'DETACHED' ? ['-content', 'document'] : [];
            const { output } = openssl.outcome(...verify, '-CAfile', 'root.pem', ...content, '-out', 'content');
            assert.match(output, /^CAdES Verification successful$/m);
            assert.ok(document.equals(readFileSync(openssl.path('content'))));
          }
          const printed = openssl.run('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'message.p7s');
          assert.match(printed, /id-smime-aa-signingCertificateV2/);
          assert.equal(printed.includes('id-smime-aa-timeStampToken'), level === 'BASELINE-T');
        }
      });
});
