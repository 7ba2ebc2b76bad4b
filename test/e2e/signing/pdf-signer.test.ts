import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { signatureTimeStamp, TimeStampToken } from '@sealwright/pki';
import { pageObjects, tableFile } from '../../../packages/documents/test/pdf-documents.ts';
import { signaturesOf } from '../../../packages/documents/test/pdf-signatures.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import {
  certifyKeys,
  makeSigningToken,
  makeTimeStampAuthority,
  makeWorker,
  octetsTo,
  signing,
} from '../support/setups/signing-setup.ts';

const PDF = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.pdfsigner.PDFSigner',
  CRYPTOTOKEN: 'Signing',
  AUTHTYPE: 'NOAUTH',
};
const FIXTURES = new URL('../../../packages/documents/src/pdf/fixtures/', import.meta.url);
const SAMPLE = tableFile({ ...pageObjects(), 9: '<</Producer(A tool)>>' }, { version: '1.4', trailer: '/Info 9 0 R' });
/** The owner's password is `owner`, and printing is forbidden to everybody else. */
const RESTRICTED = fixture('no-user-password');
const LATIN1_PASSWORD = 'user\u00e5\u00e4\u00f6';

describe('a PDF signer', () => {
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');
  let chains: ReadonlyMap<string, string>;

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', {
      rsa: ['RSA', '2048'],
      ec: ['EC', 'P-256'],
      ed: ['Ed25519', ''],
    });
    chains = await certifyKeys(shared.server, ca, ['rsa', 'ec', 'ed']);
    await worker('PDF');
  });

  const worker = (name: string, properties: Readonly<Record<string, string>> = {}) => {
    const alias = properties['DEFAULTKEY'] ?? 'rsa';
    const chain = { DEFAULTKEY: alias, SIGNERCERTCHAIN: chains.get(alias)! };
    return makeWorker(shared.server, name, { ...PDF, ...chain, ...properties });
  };
  const { process, processed, refusal } = octetsTo(shared);
  /** The signed document, whose last signature is valid and covers all of it. */
  const signed = async (...request: Parameters<typeof process>) => verified(await processed(...request));
  /** Sends a form whose fields have headers of their own. */
  const upload = (
    document: Uint8Array,
    fields: readonly (readonly [name: string, octets: Uint8Array | string, headers?: string])[] = [],
    accept = 'application/json',
  ) => {
    const parts = fields.flatMap(([name, octets, headers = '']) => [
      `--limit\r\ncontent-disposition: form-data; name="${name}"\r\n${headers}\r\n`,
      octets,
      '\r\n',
    ]);
    const file = '--limit\r\ncontent-disposition: form-data; name="pdf"; filename="a.pdf"\r\n\r\n';
    const body = Buffer.concat([...parts, file, document, '\r\n--limit--\r\n'].map((part) => Buffer.from(part)));
    return fetch(new URL('/signserver/rest/v1/workers/PDF/process', shared.server.running.urls[1]), {
      method: 'POST',
      body,
      headers: { accept, 'x-keyfactor-requested-with': 'test', 'content-type': 'multipart/form-data; boundary=limit' },
    });
  };
  const uploaded = async (...request: Parameters<typeof upload>) => {
    const answer = await upload(...request);
    const { data, error } = (await answer.json()) as { readonly data: string; readonly error?: string };
    assert.equal(answer.status, 200, String(error));
    return verified(Buffer.from(data, 'base64'));
  };

  it('adds a signature that can be seen in the file, and keeps every octet (case 50)', async () => {
    const answer = await process('PDF', SAMPLE);
    assert.equal(answer.status, 200, answer.text);
    assert.match(String(answer.json['archiveId']), /^[0-9a-f]{40}$/);
    const document = verified(Buffer.from(answer.json['data'] as string, 'base64'));
    assert.deepEqual(document.subarray(0, SAMPLE.length), Buffer.from(SAMPLE));
    const text = document.toString('latin1');
    for (const part of [
      '/SubFilter /adbe.pkcs7.detached',
      '/Filter /Adobe.PPKLite',
      '(Signed by SignServer)',
      '(SignServer)',
      '(A tool; modified using SignServer)',
      '/Version /1.6',
    ])
      assert.ok(text.includes(part), part);
  });

  it('answers a form in JSON (case 78) or with the document under its name (case 79)', async () => {
    await uploaded(SAMPLE);
    const answer = await upload(SAMPLE, [], 'application/octet-stream');
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.match(answer.headers.get('content-disposition')!, /filename="a\.pdf"/);
    const document = Buffer.from(await answer.arrayBuffer());
    assert.equal(document.length, Number(answer.headers.get('content-length')));
    verified(document);
  });

  it('takes a document that is exactly as large as may be, and none that is larger (cases 83, 84)', async () => {
    const limit = (settings: Readonly<Record<string, number>>) =>
      shared.server.administer('/documents/SIGNINGCONFIG/signing-configuration', { method: 'PUT', body: { settings } });
    await limit({ maxUploadOctets: SAMPLE.length });
    await uploaded(SAMPLE);
    assert.equal((await upload(Buffer.concat([SAMPLE, Buffer.from('\n')]))).status, 413);
    await limit({});
  });

  it('lets a document pass by that is larger than memory holds', async () => {
    const length = 3_000_000;
    const large = tableFile({ ...pageObjects(), 9: `<</Length ${length}>>\nstream\n${'x'.repeat(length)}\nendstream` });
    const document = await uploaded(large);
    assert.deepEqual(document.subarray(0, large.length), Buffer.from(large));
  });

  it('signs documents that are signed already', async () => {
    assert.equal(signaturesOf(await signed('PDF', await signed('PDF', SAMPLE))).length, 2);
  });

  describe('with an encrypted document', () => {
    it("takes the owner's password from the metadata (case 93)", async () => {
      const document = await uploaded(RESTRICTED, [['REQUEST_METADATA.pdfPassword', 'owner']]);
      assert.match(document.toString('latin1'), /\/Encrypt \d+ 0 R/);
      await uploaded(RESTRICTED, [['REQUEST_METADATA', 'pdfPassword=owner']]);
    });

    const latin1 = Buffer.from(LATIN1_PASSWORD, 'latin1');
    for (const [title, field, octets, headers] of [
      [
        'UTF-8 (case 94)',
        'REQUEST_METADATA.pdfPassword',
        LATIN1_PASSWORD,
        'content-type: text/plain; charset=UTF-8\r\n',
      ],
      [
        'ISO 8859-1 (case 95)',
        'REQUEST_METADATA.pdfPassword',
        latin1,
        'content-type: text/plain; charset=ISO-8859-1\r\n',
      ],
      ['a field of its own (case 96)', 'pdfPassword', LATIN1_PASSWORD, 'content-type: text/plain; charset=UTF-8\r\n'],
      [
        'a form in a form (case 97)',
        'pdfPassword',
        LATIN1_PASSWORD,
        'content-type: multipart/form-data;charset=utf-8\r\n',
      ],
    ] as const) {
      it(`takes a password with letters beyond ASCII in ${title}`, async () => {
        const document = await uploaded(fixture('aes-128-latin1'), [[field, octets, headers]]);
        await signed('PDF', document, { pdfPassword: LATIN1_PASSWORD });
      });
    }

    it('refuses a wrong password, none, and that of somebody who may not change the document (case 98)', async () => {
      for (const [document, password] of [
        [fixture('aes-256-r6'), 'wrong'],
        [fixture('aes-256-r6'), undefined],
        [RESTRICTED, undefined],
      ] as const) {
        const [status, error] = await refusal('PDF', document, password === undefined ? {} : { pdfPassword: password });
        assert.equal(status, 400);
        assert.match(String(error), /^A valid password is required to sign the document: ./);
      }
      await worker('Lenient', { ALLOW_SIGNING_WITHOUT_OWNERPASSWORD: 'TRUE' });
      await signed('Lenient', RESTRICTED);
    });

    it('never writes the password down', async () => {
      await signed('PDF', fixture('rc4-40'), { pdfPassword: 'owner' });
      await refusal('PDF', RESTRICTED, { pdfPassword: 'a password of somebody' });
      const log = shared.server.log.join('\n');
      assert.match(log, /PDF_PASSWORD_SUPPLIED/);
      assert.doesNotMatch(log, /a password of somebody/);
    });
  });

  it('refuses what is not a PDF (case 99)', async () => {
    assert.deepEqual(await refusal('PDF', Buffer.from('a text')), [
      400,
      'Could not sign document: PDF header signature not found.',
    ]);
    assert.match(String((await refusal('PDF', Buffer.from('%PDF-1.7\nnothing')))[1]), /^Could not sign document: ./);
  });

  it('lets clients replace those properties that they may, and refuses the others (case 100)', async () => {
    for (const name of ['REASON', 'DIGESTALGORITHM', 'SET_OWNERPASSWORD', 'SIGNERCERTCHAIN']) {
      assert.deepEqual(await refusal('PDF', SAMPLE, { [name]: 'x' }), [400, `Overriding ${name} not permitted`]);
    }
    await worker('Open', { ALLOW_PROPERTY_OVERRIDE: 'REASON, location, DIGESTALGORITHM, EMBED_OCSP_RESPONSE' });
    const replaced = { REASON: 'Another reason', LOCATION: 'Elsewhere', DIGESTALGORITHM: 'SHA-512', OTHER: 'nothing' };
    const document = await signed('Open', SAMPLE, replaced);
    const text = document.toString('latin1');
    assert.ok(text.includes('(Another reason)') && text.includes('(Elsewhere)') && text.includes('/Version /1.7'));
    assert.equal(signaturesOf(document)[0]!.signerInfo.digestAlgorithm.name, 'SHA-512');
    assert.ok((await signed('Open', SAMPLE)).toString('latin1').includes('(Signed by SignServer)'));
    assert.deepEqual(await refusal('Open', SAMPLE, { DIGESTALGORITHM: 'ROT13' }), [
      400,
      "The property DIGESTALGORITHM is 'ROT13', which is not a supported digest for PDF signatures",
    ]);
    assert.equal((await refusal('Open', SAMPLE, { EMBED_OCSP_RESPONSE: 'PERHAPS' }))[0], 400);
  });

  it('takes numbers of metadata as they are written', async () => {
    await worker('Numbered', { ALLOW_PROPERTY_OVERRIDE: 'REASON' });
    const data = Buffer.from(SAMPLE).toString('base64');
    const send = (rest: string, type = 'application/json') =>
      signing(shared.server, '/workers/Numbered/process', {
        rawBody: `{"data": "${data}", "encoding": "BASE64", ${rest}}`,
        headers: { 'content-type': type },
      });
    for (const [rest, reason, type] of [
      ['"metaData": {"REASON": 1.50}', '1.50'],
      ['"metadata": {"REASON": 12345678901234567890}', '12345678901234567890'],
      ['"metaData": {"REASON": -0}', '-0', 'Application/JSON; charset=utf-8'],
      ['"metadata": {"REASON": 1e999}', '1e999'],
    ] as const) {
      const answer = await send(rest, type);
      assert.equal(answer.status, 200, answer.text);
      const document = Buffer.from(answer.json['data'] as string, 'base64').toString('latin1');
      assert.ok(document.includes(`/Reason (${reason})`), rest);
    }
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    assert.equal((await send(`"metaData": {"REASON": 1}, "other": ${deep}`)).status, 413);
  });

  it('says what is wrong with a picture of a client', async () => {
    const name = 'VISIBLE_SIGNATURE_CUSTOM_IMAGE_BASE64';
    await worker('Pictured', { ADD_VISIBLE_SIGNATURE: 'TRUE', ALLOW_PROPERTY_OVERRIDE: name });
    for (const [picture, problem] of [
      ['R0lGODlh', 'is neither PNG nor JPEG'],
      ['!', 'is not base64'],
    ] as const)
      assert.deepEqual(await refusal('Pictured', SAMPLE, { [name]: picture }), [
        400,
        `The property ${name} ${problem}`,
      ]);
  });

  it('certifies, and signs no document whose certification forbids it (case 101)', async () => {
    await worker('Last', { CERTIFICATION_LEVEL: 'NO_CHANGES_ALLOWED' });
    await worker('Filling', { CERTIFICATION_LEVEL: 'FORM_FILLING' });
    const final = await signed('Last', SAMPLE);
    assert.deepEqual(await refusal('PDF', final), [
      400,
      'Will not sign a certified document where signing is not allowed',
    ]);
    const filled = await signed('Filling', SAMPLE);
    assert.equal(signaturesOf(await signed('PDF', filled)).length, 2);
    assert.deepEqual(await refusal('Filling', filled), [400, 'Will not certify an already certified document']);
  });

  it('refuses a document that defines an object twice when it is told to', async () => {
    await worker('Strict', { REFUSE_DOUBLE_INDIRECT_OBJECTS: 'TRUE' });
    await signed('Strict', SAMPLE);
    const [status, error] = await refusal('Strict', await signed('PDF', SAMPLE));
    assert.equal(status, 500);
    assert.match(String(error), /^Internal server error: .*: Incorrect document$/);
  });

  it('changes permissions and passwords, for which it writes the document anew', async () => {
    await worker('Locks', { SET_PERMISSIONS: 'ALLOW_PRINTING,ALLOW_COPY', SET_OWNERPASSWORD: ' s\u00e9cret ' });
    const document = await signed('Locks', SAMPLE);
    assert.notDeepEqual(document.subarray(0, SAMPLE.length), Buffer.from(SAMPLE));
    assert.equal((await refusal('PDF', document))[0], 400);
    await signed('PDF', document, { pdfPassword: ' s\u00e9cret ' });
    await worker('Rejects', { REJECT_PERMISSIONS: 'ALLOW_COPY' });
    assert.deepEqual(await refusal('Rejects', document, { pdfPassword: ' s\u00e9cret ' }), [
      400,
      'Document contains permissions not allowed by this signer',
    ]);
  });

  it('draws the signature where it is told to', async () => {
    await worker('Visible', { ADD_VISIBLE_SIGNATURE: 'True', VISIBLE_SIGNATURE_RECTANGLE: '10,20,110,70' });
    assert.match((await signed('Visible', SAMPLE)).toString('latin1'), /\/Rect \[10 20 110 70\]/);
  });

  it('shows who signed and the words of the worker, and none that stand for them in the signature', async () => {
    const seen = { ADD_VISIBLE_SIGNATURE: 'True', VISIBLE_SIGNATURE_RECTANGLE: '10,20,510,70' };
    await worker('Wordless', seen);
    const wordless = (await signed('Wordless', SAMPLE)).toString('latin1');
    assert.match(wordless, /\(Digitally signed by [^)]+\) Tj/);
    assert.doesNotMatch(wordless, /SignServer\) Tj/);
    await worker('Worded', { ...seen, REASON: 'Approved', LOCATION: 'Oslo' });
    const worded = (await signed('Worded', SAMPLE)).toString('latin1');
    for (const words of ['(Reason: Approved) Tj', '(Location: Oslo) Tj']) assert.ok(worded.includes(words), words);
  });

  it('fills the empty field that the worker, or the client if it may, names', async () => {
    const form = tableFile({
      ...pageObjects(),
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R]>>>>',
      3: '<</Type/Page/Parent 2 0 R/Annots[5 0 R 6 0 R]>>',
      5: '<</FT/Sig/T(First)/Type/Annot/Subtype/Widget/Rect[10 20 110 70]/P 3 0 R>>',
      6: '<</FT/Sig/T(Second)/Type/Annot/Subtype/Widget/Rect[20 30 120 80]/P 3 0 R>>',
    });
    const seen = { ADD_VISIBLE_SIGNATURE: 'TRUE', ALLOW_PROPERTY_OVERRIDE: 'VISIBLE_SIGNATURE_NAME' };
    await worker('Field', { ...seen, VISIBLE_SIGNATURE_NAME: 'First' });
    const once = await signed('Field', form);
    assert.match(once.toString('latin1'), /\/T \(First\)[^>]*\/Rect \[10 20 110 70\][^>]*\/AP <<\/N \d+ 0 R>>/);
    const twice = await signed('Field', once, { VISIBLE_SIGNATURE_NAME: 'Second' });
    assert.equal(signaturesOf(twice).length, 2);
    assert.doesNotMatch(twice.toString('latin1'), /\(Signature1\)/);
    const refused = 'Could not sign document:';
    for (const [name, why] of [
      ['Second', "a signature is already in the field 'Second'"],
      ['Third', "there is no signature field 'Third'"],
    ] as const)
      assert.deepEqual(await refusal('Field', twice, { VISIBLE_SIGNATURE_NAME: name }), [400, `${refused} ${why}`]);
    assert.deepEqual(await refusal('PDF', form, { VISIBLE_SIGNATURE_NAME: 'First' }), [
      400,
      'Overriding VISIBLE_SIGNATURE_NAME not permitted',
    ]);
  });

  it('has the signature stamped with the time, unless the client may and does decline', async () => {
    await makeTimeStampAuthority(shared.server, ca, 'ec');
    await worker('Stamped', { TSA_WORKER: 'TSA', ALLOW_PROPERTY_OVERRIDE: 'USE_TIMESTAMP' });
    const { signerInfo } = signaturesOf(await signed('Stamped', SAMPLE))[0]!;
    const token = TimeStampToken.parse(signerInfo.unsigned(signatureTimeStamp)[0]!);
    assert.equal(token.verify().status, 'valid');
    assert.ok(token.isOf(signerInfo.signature));
    const { keys } = detailsOf(auditRows(shared.server).findLast(({ event }) => event === 'PROCESS')!);
    assert.deepEqual(keys, [
      { worker: 'Stamped', alias: 'rsa' },
      { worker: 'TSA', alias: 'ec' },
    ]);
    const logged = shared.server.log.findLast((line) => line.includes('"WORKER_NAME":"Stamped"'));
    assert.match(logged!, /"KEYALIAS":"rsa"/);
    const [plain] = signaturesOf(await signed('Stamped', SAMPLE, { USE_TIMESTAMP: 'False' }));
    assert.deepEqual(plain!.signerInfo.unsigned(signatureTimeStamp), []);
    await worker('Unstamped', { TSA_WORKER: 'Nobody' });
    assert.notEqual((await refusal('Unstamped', SAMPLE))[0], 200);
  });

  it('signs with keys on curves, and with none that hash in a way of their own', async () => {
    await worker('Curve', { DEFAULTKEY: 'ec', DIGESTALGORITHM: 'SHA384' });
    const [{ signerInfo }] = signaturesOf(await signed('Curve', SAMPLE)) as [ReturnType<typeof signaturesOf>[0]];
    assert.equal(signerInfo.signatureAlgorithm.name, 'SHA384withECDSA');
    await worker('Named', { SIGNATUREALGORITHM: 'SHA256withRSA', ALLOW_PROPERTY_OVERRIDE: 'DIGESTALGORITHM' });
    await signed('Named', SAMPLE);
    await signed('Named', SAMPLE, { DIGESTALGORITHM: 'SHA512' });
    await worker('Edwards', { DEFAULTKEY: 'ed' });
    assert.equal((await refusal('Edwards', SAMPLE))[0], 500);
  });

  for (const [title, properties] of Object.entries({
    'an invalid switch': { EMBED_OCSP_RESPONSE: 'PERHAPS' },
    'a copy on disk where no directory is allowed': { ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: '/tmp' },
    'a picture in a file where no directory is allowed': {
      ADD_VISIBLE_SIGNATURE: 'TRUE',
      VISIBLE_SIGNATURE_CUSTOM_IMAGE_PATH: '/tmp/a.png',
    },
    'an invalid picture': { VISIBLE_SIGNATURE_CUSTOM_IMAGE_BASE64: '!' },
    'a picture of another format': { VISIBLE_SIGNATURE_CUSTOM_IMAGE_BASE64: 'R0lGODlh' },
    'half a rectangle': { VISIBLE_SIGNATURE_RECTANGLE: '1,2,3' },
    'a digest that signs nothing': { DIGESTALGORITHM: 'MD5' },
    'a signature algorithm of another digest': { SIGNATUREALGORITHM: 'SHA512withRSA' },
    'a signature algorithm of another key': { SIGNATUREALGORITHM: 'SHA256withECDSA' },
    'a signature algorithm of another scheme': { SIGNATUREALGORITHM: 'SHA256withRSAandMGF1' },
    'no certificates': { INCLUDE_CERTIFICATE_LEVELS: '0' },
    'an unknown level of certification': { CERTIFICATION_LEVEL: 'SOME' },
    'unknown permissions': { REJECT_PERMISSIONS: 'ALLOW_EVERYTHING' },
    'two ways to change permissions': { SET_PERMISSIONS: 'ALLOW_COPY', REMOVE_PERMISSIONS: 'ALLOW_COPY' },
    'a time-stamp from nobody': { USE_TIMESTAMP: 'TRUE' },
    'overrides that it does not know': { ALLOW_PROPERTY_OVERRIDE: 'REASON,CRYPTOTOKEN' },
  })) {
    it(`does not work with ${title}`, async () => {
      await worker(`Bad: ${title}`, properties);
      assert.equal((await refusal(`Bad: ${title}`, SAMPLE))[0], 500);
    });
  }
});

function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`${name}.pdf`, FIXTURES)));
}

function verified(document: Buffer): Buffer {
  const found = signaturesOf(document);
  assert.ok(found.every(({ isValid }) => isValid));
  assert.equal(found.at(-1)?.covers, document.length);
  return document;
}
