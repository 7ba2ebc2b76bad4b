/** Documents of the PDF worker of the signing service are accepted by pdfsig, qpdf and pyHanko. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { pageObjects, tableFile } from '../../../packages/documents/test/pdf-documents.ts';
import { MANAGEMENT_CA_DN, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { ocspServer } from '../../e2e/support/ocsp-server.ts';
import {
  certifyKey,
  makeSigningToken,
  makeTimeStampAuthority,
  makeWorker,
  publicKeyOf,
} from '../../e2e/support/setups/signing-setup.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { TestResponder } from '../../pki/test-ocsp.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { PdfWitnesses } from '../programs/pdf-witnesses.ts';

const witnesses = new PdfWitnesses();
after(() => witnesses.remove());
const SAMPLE = tableFile(pageObjects(), { version: '1.4' });
const COMMON = { CRYPTOTOKEN: 'Signing', AUTHTYPE: 'NOAUTH' };

describe('the PDF worker', async () => {
  const answers = new Map<string, Uint8Array>();
  const responders = await ocspServer((url) => answers.get(url));
  const shared = sharedServer({ outboundHosts: outboundHosts(responders.host) });
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { rsa: ['RSA', '2048'], tsa: ['RSA', '2048'] });
    await makeTimeStampAuthority(shared.server, ca, 'tsa');
    await worker('Plain');
    await worker('Stamped', { TSA_WORKER: 'TSA', ADD_VISIBLE_SIGNATURE: 'TRUE' });
    await worker('Locking', { SET_PERMISSIONS: 'ALLOW_COPY', SET_OWNERPASSWORD: 'owner' });
  });

  const worker = async (name: string, properties: Readonly<Record<string, string>> = {}) =>
    makeWorker(shared.server, name, {
      ...COMMON,
      IMPLEMENTATION_CLASS: 'PDFSigner',
      DEFAULTKEY: 'rsa',
      SIGNERCERTCHAIN: await certifyKey(shared.server, ca, 'Signing', 'rsa', { subject: 'CN=Signer' }),
      ...properties,
    });
  const signed = async (workerName: string, document: Uint8Array, pdfPassword = '') => {
    const form = new FormData();
    form.append('workerName', workerName);
    form.append('pdfPassword', pdfPassword);
    form.append('file', new File([Buffer.from(document)], 'a.pdf'));
    const url = new URL('/signserver/process', shared.server.running.urls[1]);
    const answer = await fetch(url, { method: 'POST', body: form });
    const made = new Uint8Array(await answer.arrayBuffer());
    assert.equal(answer.status, 200, Buffer.from(made).toString('latin1'));
    return made;
  };
  const assertSound = (document: Uint8Array, password = '') => {
    assert.equal(witnesses.qpdf(document, password), '');
    assert.deepEqual(witnesses.pdfsig(document, password), [{ isValid: true, isTotal: true }]);
  };

  it('signs what pdfsig takes for signed', async () => assertSound(await signed('Plain', SAMPLE)));

  it('stamps the signature with the time, which pyHanko verifies', async () => {
    const document = await signed('Stamped', SAMPLE);
    assertSound(document);
    const [verdict] = witnesses.pyHanko(document);
    assert.deepEqual([verdict?.intact, verdict?.valid, verdict?.time_stamp], [true, true, true]);
  });

  it('puts the revocation list of its CA into the signature, where pyHanko finds it', async () => {
    const { server } = shared;
    assert.equal((await server.call(`/v1/ca/${MANAGEMENT_CA_DN}/createcrl`, { method: 'POST' })).status, 200);
    const own = await server.administer('/documents/WORKER/PDFSigner');
    const { properties } = own.json['settings'] as { readonly properties: Readonly<Record<string, string>> };
    await makeWorker(server, 'Proven', { ...properties, AUTHTYPE: 'NOAUTH', EMBED_CRL: 'TRUE' });
    const document = await signed('Proven', SAMPLE);
    assertSound(document);
    const [verdict] = witnesses.pyHanko(document);
    assert.deepEqual([verdict?.intact, verdict?.valid], [true, true]);
    assert.match(verdict!.crl_issuers.join(), /ManagementCA/);
  });

  it('puts a list of a CA elsewhere into the signature, by which pyHanko trusts it', async () => {
    const root = TestCa.root('CN=Listing', 'RSA-2048');
    const publicKey = await publicKeyOf(shared.server, 'Signing', 'rsa');
    const contents = { subject: 'CN=Signer', publicKey, usages: ['digitalSignature', 'nonRepudiation'] } as const;
    const certificate = root.certify({ ...contents, extensions: [responders.crlAt('/crl')] });
    answers.set('/crl', root.issueCrl());
    const SIGNERCERTCHAIN = formatPem('CERTIFICATE', certificate.der) + root.certificatePem;
    await worker('Listed', { SIGNERCERTCHAIN, EMBED_CRL: 'TRUE' });
    const document = await signed('Listed', SAMPLE);
    assertSound(document);
    const [verdict] = witnesses.pyHanko(document, '', root.certificatePem);
    assert.deepEqual([verdict?.intact, verdict?.valid, verdict?.trusted], [true, true, true]);
  });

  it('puts the answer of a responder into the signature, by which pyHanko trusts it', async () => {
    const root = TestCa.root('CN=Answering', 'RSA-2048');
    const publicKey = await publicKeyOf(shared.server, 'Signing', 'rsa');
    const contents = { subject: 'CN=Signer', publicKey, usages: ['digitalSignature', 'nonRepudiation'] } as const;
    const extensions = [responders.responderAt('/ocsp')];
    const certificate = root.certify({ ...contents, extensions });
    const now = Math.floor(shared.server.clock.nowMs() / 1000);
    answers.set('/ocsp', TestResponder.delegated(root).answer(certificate, now));
    const properties = { SIGNERCERTCHAIN: formatPem('CERTIFICATE', certificate.der) + root.certificatePem };
    await worker('Answered', { ...properties, EMBED_OCSP_RESPONSE: 'TRUE' });
    await worker('Unanswered', properties);
    const document = await signed('Answered', SAMPLE);
    assertSound(document);
    const [verdict] = witnesses.pyHanko(document, '', root.certificatePem);
    assert.deepEqual([verdict?.intact, verdict?.valid, verdict?.trusted], [true, true, true]);
    const [without] = witnesses.pyHanko(await signed('Unanswered', SAMPLE), '', root.certificatePem);
    assert.deepEqual([without?.intact, without?.valid, without?.trusted], [true, true, false]);
  });

  it('signs documents that open with the same passwords afterwards', async () => {
    const file = new URL('../../../packages/documents/src/pdf/fixtures/aes-256-r6.pdf', import.meta.url);
    const document = await signed('Plain', readFileSync(file), 'owner');
    for (const password of ['owner', 'user']) assertSound(document, password);
  });

  it('encrypts what it restricts', async () => {
    const document = await signed('Locking', SAMPLE);
    for (const password of ['owner', '']) assertSound(document, password);
  });
});
