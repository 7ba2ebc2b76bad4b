import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import {
  CONTENT_TYPES,
  SignedData,
  type SignerInfo,
  signatureTimeStamp,
  signingCertificateV2,
  signingTime,
  TimeStampToken,
  verifySigner,
} from '@sealwright/pki';
import { verifyXmlSignatures } from '@sealwright/documents/xml';
import { pageObjects, tableFile } from '../../../packages/documents/test/pdf-documents.ts';
import { signaturesOf } from '../../../packages/documents/test/pdf-signatures.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { certifyKeys, makeSigningToken, makeTimeStampAuthority, makeWorker } from '../support/setups/signing-setup.ts';

const ADES = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.ades.signer.AdESSigner',
  CRYPTOTOKEN: 'Signing',
  AUTHTYPE: 'NOAUTH',
};
const PADES = { ...ADES, SIGNATURE_FORMAT: 'PAdES', SIGNATURE_LEVEL: 'BASELINE-B' };
const XADES = {
  ...ADES,
  SIGNATURE_FORMAT: 'XAdES',
  SIGNATURE_LEVEL: 'BASELINE-B',
  SIGNATURE_PACKAGING: 'ENVELOPED',
};
const CADES = {
  ...ADES,
  SIGNATURE_FORMAT: 'CAdES',
  SIGNATURE_LEVEL: 'BASELINE-B',
  SIGNATURE_PACKAGING: 'ENVELOPING',
};
const SAMPLE = tableFile(pageObjects(), { version: '1.4' });
const KEYS = { rsa: ['RSA', '2048'], ec: ['EC', 'P-256'], ed: ['Ed25519', ''] } as const;

describe('a signer of advanced electronic signatures', () => {
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');
  let chains: ReadonlyMap<string, string>;

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', KEYS);
    chains = await certifyKeys(shared.server, ca, Object.keys(KEYS));
    await makeTimeStampAuthority(shared.server, ca, 'ec');
    await worker('PAdES', PADES);
    await worker('XAdES', XADES);
    await worker('CAdES', CADES);
    await worker('Detached', { ...CADES, SIGNATURE_PACKAGING: 'DETACHED' });
  });

  const worker = (name: string, properties: Readonly<Record<string, string>>) => {
    const alias = properties['DEFAULTKEY'] ?? 'rsa';
    return makeWorker(shared.server, name, {
      DEFAULTKEY: alias,
      SIGNERCERTCHAIN: chains.get(alias)!,
      ...properties,
    });
  };
  /** Sends a form. */
  const process = async (
    name: string,
    document: Uint8Array,
    metadata: Readonly<Record<string, string>> = {},
    accept = 'application/octet-stream',
  ) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(metadata)) form.append(`REQUEST_METADATA.${field}`, value);
    form.append('file', new File([Buffer.from(document)], 'a.bin'));
    const url = `/signserver/rest/v1/workers/${encodeURIComponent(name)}/process`;
    return fetch(new URL(url, shared.server.running.urls[1]), {
      method: 'POST',
      body: form,
      headers: { 'x-keyfactor-requested-with': 'test', accept },
    });
  };
  const signed = async (...request: Parameters<typeof process>) => {
    const answer = await process(...request);
    const made = new Uint8Array(await answer.arrayBuffer());
    assert.equal(answer.status, 200, Buffer.from(made).toString());
    return made;
  };
  const refusal = async (name: string, document: Uint8Array, metadata: Readonly<Record<string, string>> = {}) => {
    const answer = await process(name, document, metadata, 'application/json');
    return [answer.status, ((await answer.json()) as { readonly error: string }).error];
  };
  /** Of a worker, and what it says of its properties. */
  const problemsOf = async (name: string) => {
    const { json } = await shared.server.administer(`/documents/WORKER/${encodeURIComponent(name)}`);
    const problems = json['problems'] as readonly { readonly field: string; readonly message: string }[];
    return problems.map(({ field, message }) => `${field.replace('properties.', '')} ${message}`);
  };
  const assertStamped = (signer: SignerInfo) => {
    const token = TimeStampToken.parse(signer.unsigned(signatureTimeStamp)[0]!);
    assert.equal(token.verify().status, 'valid');
    assert.ok(token.isOf(signer.signature));
  };

  describe('of PDF', () => {
    const signatureIn = (document: Uint8Array): SignerInfo => {
      const [found] = signaturesOf(document);
      assert.ok(found?.isValid);
      assert.equal(found.covers, document.length);
      return found.signerInfo;
    };
    const rectangleIn = (document: Uint8Array) =>
      /\/Rect \[([^\]]*)\]/.exec(Buffer.from(document).toString('latin1'))![1];

    it('makes PAdES of level B', async () => {
      const answer = await process('PAdES', SAMPLE);
      assert.equal(answer.headers.get('content-type'), 'application/pdf');
      assert.match(answer.headers.get('content-disposition') ?? '', /filename="a\.bin"/);
      const document = new Uint8Array(await answer.arrayBuffer());
      assert.deepEqual(document.subarray(0, SAMPLE.length), SAMPLE);
      const text = Buffer.from(document).toString('latin1');
      assert.match(text, /\/SubFilter \/ETSI\.CAdES\.detached/);
      assert.match(text, /\/M \(D:\d{14}/);
      const signer = signatureIn(document);
      assert.equal(signer.signed(signingTime), undefined);
      assert.equal(signer.signed(signingCertificateV2)?.certificates.length, 1);
      assert.deepEqual(signer.unsigned(signatureTimeStamp), []);
      assert.equal(signer.signatureAlgorithm.name, 'SHA256WithRSA');
      for (const name of ['Issuing', 'Root'])
        assert.ok(text.includes(Buffer.from(name).toString('hex')), `the certificate of ${name}`);
    });

    it('has the signature stamped for level T', async () => {
      await worker('PAdES-T', { ...PADES, SIGNATURE_LEVEL: 'BASELINE-T', TSA_WORKER: 'TSA' });
      const signer = signatureIn(await signed('PAdES-T', SAMPLE));
      assertStamped(signer);
      assert.equal(signer.signed(signingTime), undefined);
    });

    it('signs by the algorithm or the digest that it is told', async () => {
      for (const [properties, name] of [
        [{ DIGESTALGORITHM: 'SHA512' }, 'SHA512WithRSA'],
        [{ DIGESTALGORITHM: 'SHA-384', DEFAULTKEY: 'ec' }, 'SHA384withECDSA'],
        [{ SIGNATUREALGORITHM: 'SHA384withRSAandMGF1' }, 'SHA384withRSAandMGF1'],
      ] as const) {
        await worker(name, { ...PADES, ...properties });
        assert.equal(signatureIn(await signed(name, SAMPLE)).signatureAlgorithm.name, name);
      }
      await worker('Edwards', { ...PADES, DEFAULTKEY: 'ed' });
      assert.match(String((await refusal('Edwards', SAMPLE))[1]), /misconfigured/);
    });

    it('draws the signature where it is told to, measured from the upper left corner', async () => {
      assert.equal(rectangleIn(await signed('PAdES', SAMPLE)), '0 0 0 0');
      await worker('Visible', {
        ...PADES,
        ADD_VISIBLE_SIGNATURE: 'TRUE',
        VISIBLE_SIGNATURE_PAGE: '1',
        VISIBLE_SIGNATURE_RECTANGLE_LLX: '10',
        VISIBLE_SIGNATURE_RECTANGLE_LLY: '20',
        VISIBLE_SIGNATURE_RECTANGLE_URX: '60.5',
        VISIBLE_SIGNATURE_RECTANGLE_URY: '30',
        ALLOW_PROPERTY_OVERRIDE: 'VISIBLE_SIGNATURE_RECTANGLE_LLX,VISIBLE_SIGNATURE_IMAGE_BASE64',
      });
      assert.equal(rectangleIn(await signed('Visible', SAMPLE)), '10 150 70.5 180');
      const moved = { VISIBLE_SIGNATURE_RECTANGLE_LLX: '40' };
      assert.equal(rectangleIn(await signed('Visible', SAMPLE, moved)), '40 150 100.5 180');
      assert.deepEqual(await refusal('Visible', SAMPLE, { VISIBLE_SIGNATURE_RECTANGLE_LLX: 'left' }), [
        400,
        "The property VISIBLE_SIGNATURE_RECTANGLE_LLX is 'left' and has to be a number from 0 on",
      ]);
      assert.deepEqual(await refusal('Visible', SAMPLE, { VISIBLE_SIGNATURE_IMAGE_BASE64: 'R0lGODlh' }), [
        400,
        'The property VISIBLE_SIGNATURE_IMAGE_BASE64 is neither PNG nor JPEG',
      ]);
      assert.deepEqual(await refusal('Visible', SAMPLE, { VISIBLE_SIGNATURE_PAGE: '2' }), [
        400,
        'Overriding VISIBLE_SIGNATURE_PAGE not permitted',
      ]);
    });

    it('fills an empty field', async () => {
      await worker('Field', { ...PADES, VISIBLE_SIGNATURE_NAME: 'here' });
      const form = tableFile({
        ...pageObjects(),
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
        4: '<</Type/Annot/Subtype/Widget/FT/Sig/T(here)/Rect[0 0 0 0]/P 3 0 R>>',
      });
      const document = await signed('Field', form);
      signatureIn(document);
      assert.match(Buffer.from(document).toString('latin1'), /\/T ?\(here\)[^]*\/V \d+ 0 R/);
      assert.equal((await refusal('Field', SAMPLE))[0], 400);
    });

    it('leaves the room for the signature that it is told', async () => {
      await worker('Fixed', { ...PADES, FIXED_SIGNATURE_SIZE: '9000' });
      const document = await signed('Fixed', SAMPLE);
      assert.match(Buffer.from(document).toString('latin1'), /\/Contents <[0-9a-f]{18000}>/);
      await worker('Cramped', { ...PADES, FIXED_SIGNATURE_SIZE: '100' });
      assert.match(String((await refusal('Cramped', SAMPLE))[1]), /misconfigured/);
    });

    it('takes the password of an encrypted document, and refuses what is not a PDF', async () => {
      const file = new URL('../../../packages/documents/src/pdf/fixtures/no-user-password.pdf', import.meta.url);
      const restricted = readFileSync(file);
      signatureIn(await signed('PAdES', restricted, { pdfPassword: 'owner' }));
      assert.match(String((await refusal('PAdES', restricted))[1]), /^A valid password is required/);
      assert.deepEqual(await refusal('PAdES', Buffer.from('a text')), [
        400,
        'Could not sign document: PDF header signature not found.',
      ]);
    });
  });

  describe('of XML', () => {
    const XML = Buffer.from('<order>pay 10</order>');
    const verdictOf = (document: Uint8Array) => {
      const [verdict, second] = verifyXmlSignatures(document, { xades: true });
      assert.equal(second, undefined);
      assert.ok(verdict?.status === 'valid');
      assert.equal(verdict.coversDocument, true);
      return verdict;
    };

    it('makes enveloped XAdES of level B', async () => {
      const answer = await process('XAdES', XML);
      assert.equal(answer.headers.get('content-type'), 'text/xml');
      assert.match(answer.headers.get('content-disposition') ?? '', /filename="a\.bin"/);
      const document = new Uint8Array(await answer.arrayBuffer());
      const { algorithm, certificates, xades, weak } = verdictOf(document);
      assert.deepEqual([algorithm.name, certificates.length, weak], ['SHA256WithRSA', 3, []]);
      assert.ok(Math.abs(xades!.signingTime! - Date.now() / 1000) < 60);
      assert.deepEqual(xades!.timeStamps, []);
      const text = Buffer.from(document).toString();
      for (const name of ['SigningCertificateV2', 'SigningTime', 'DataObjectFormat', 'MimeType'])
        assert.match(text, new RegExp(`<xades:${name}[ >]`));
    });

    it('has the signature stamped for level T', async () => {
      await worker('XAdES-T', { ...XADES, SIGNATURE_LEVEL: 'BASELINE-T', TSA_WORKER: 'TSA' });
      const { xades } = verdictOf(await signed('XAdES-T', XML));
      assert.deepEqual(
        xades!.timeStamps.map(({ certificate }) => String(certificate.subject)),
        ['CN=TSA'],
      );
    });

    it('signs by the algorithm or the digest that it is told', async () => {
      for (const [properties, name] of [
        [{ DIGESTALGORITHM: 'SHA512' }, 'SHA512WithRSA'],
        [{ DIGESTALGORITHM: 'SHA-384', DEFAULTKEY: 'ec' }, 'SHA384withECDSA'],
        [{ SIGNATUREALGORITHM: 'SHA384withRSAandMGF1' }, 'SHA384withRSAandMGF1'],
        [{ DEFAULTKEY: 'ed' }, 'Ed25519'],
      ] as const) {
        await worker(`XML ${name}`, { ...XADES, ...properties });
        assert.equal(verdictOf(await signed(`XML ${name}`, XML)).algorithm.name, name);
      }
      await worker('XML Edwards', { ...XADES, DEFAULTKEY: 'ed', DIGESTALGORITHM: 'SHA256' });
      assert.match(String((await refusal('XML Edwards', XML))[1]), /misconfigured/);
      const [status, error] = await refusal('XAdES', SAMPLE);
      assert.equal(status, 400);
      assert.match(String(error), /^Document parsing error/);
    });
  });

  describe('of anything', () => {
    const DOCUMENT = Buffer.from('what is signed\r\n\0');
    const messageOf = (octets: Uint8Array, document: Uint8Array = DOCUMENT) => {
      const message = SignedData.parse(octets);
      const [signer, second] = message.signers;
      assert.ok(signer !== undefined && second === undefined);
      const certificate = message.signerCertificate(signer)!;
      const check = { certificate, contentType: message.contentType, content: { bytes: document } };
      assert.equal(verifySigner(signer, check).status, 'valid');
      return { message, signer };
    };

    it('makes CAdES of level B, around the document and without it', async () => {
      for (const [name, detached] of [
        ['CAdES', false],
        ['Detached', true],
      ] as const) {
        const answer = await process(name, DOCUMENT);
        assert.equal(answer.headers.get('content-type'), 'application/pkcs7-signature');
        assert.match(answer.headers.get('content-disposition') ?? '', /filename="a\.bin"/);
        const { message, signer } = messageOf(new Uint8Array(await answer.arrayBuffer()));
        assert.equal(message.content === undefined, detached);
        if (!detached) assert.deepEqual(Buffer.from(message.content!), DOCUMENT);
        assert.equal(message.certificates.length, 3);
        assert.equal(message.contentType, CONTENT_TYPES.data);
        assert.ok(Math.abs(signer.signed(signingTime)! - Date.now() / 1000) < 60);
        assert.equal(signer.signed(signingCertificateV2)?.certificates.length, 1);
        assert.equal(signer.signatureAlgorithm.name, 'SHA256WithRSA');
        assert.deepEqual(signer.unsigned(signatureTimeStamp), []);
      }
    });

    it('has the signature stamped for level T', async () => {
      await worker('CAdES-T', { ...CADES, SIGNATURE_LEVEL: 'BASELINE-T', TSA_WORKER: 'TSA' });
      assertStamped(messageOf(await signed('CAdES-T', DOCUMENT)).signer);
    });

    it('lets a document pass by that is larger than memory holds', async () => {
      const large = Buffer.alloc(3_000_000, 'x');
      for (const name of ['CAdES', 'Detached']) messageOf(await signed(name, large), large);
    });

    it('signs by the algorithm or the digest that it is told', async () => {
      for (const [properties, name, digest] of [
        [{ DIGESTALGORITHM: 'SHA512' }, 'SHA512WithRSA', 'SHA-512'],
        [{ DIGESTALGORITHM: 'SHA-384', DEFAULTKEY: 'ec' }, 'SHA384withECDSA', 'SHA-384'],
        [{ SIGNATUREALGORITHM: 'SHA384withRSAandMGF1' }, 'SHA384withRSAandMGF1', 'SHA-384'],
        [{ DEFAULTKEY: 'ed' }, 'Ed25519', 'SHA-512'],
      ] as const) {
        await worker(`CMS ${name}`, { ...CADES, ...properties });
        const { signer } = messageOf(await signed(`CMS ${name}`, DOCUMENT));
        assert.deepEqual([signer.signatureAlgorithm.name, signer.digestAlgorithm.name], [name, digest]);
      }
      await worker('CMS Edwards', { ...CADES, DEFAULTKEY: 'ed', DIGESTALGORITHM: 'SHA512' });
      assert.match(String((await refusal('CMS Edwards', DOCUMENT))[1]), /misconfigured/);
    });

    it('takes no hash of a client for a document', async () => {
      const hashed = { USING_CLIENTSUPPLIED_HASH: 'TRUE', CLIENTSIDE_HASHDIGESTALGORITHM: 'SHA256' };
      assert.equal((await refusal('CAdES', Buffer.alloc(32), hashed))[0], 400);
    });
  });

  for (const [title, properties, ...problems] of [
    ['without format', { ...ADES, SIGNATURE_LEVEL: 'BASELINE-B' }, /^SIGNATURE_FORMAT is missing/],
    ['without level', { ...ADES, SIGNATURE_FORMAT: 'PAdES' }, /^SIGNATURE_LEVEL is missing/],
    ['with level LT', { ...PADES, SIGNATURE_LEVEL: 'BASELINE-LT' }, /^SIGNATURE_LEVEL .* BASELINE-B, BASELINE-T$/],
    ['with level LTA', { ...PADES, SIGNATURE_LEVEL: 'BASELINE-LTA' }, /^SIGNATURE_LEVEL .* BASELINE-B, BASELINE-T$/],
    [
      'with level T from nobody',
      { ...PADES, SIGNATURE_LEVEL: 'BASELINE-T' },
      /^SIGNATURE_LEVEL .* TSA_WORKER or TSA_URL/,
    ],
    [
      'with algorithm and digest',
      { ...PADES, SIGNATUREALGORITHM: 'SHA256withRSA', DIGESTALGORITHM: 'SHA256' },
      /^DIGESTALGORITHM is there, and SIGNATUREALGORITHM, too/,
    ],
    ['with an algorithm by SHA-1', { ...PADES, SIGNATUREALGORITHM: 'SHA1withRSA' }, /^SIGNATUREALGORITHM/],
    ['with an algorithm that signs no PDF', { ...PADES, SIGNATUREALGORITHM: 'Ed25519' }, /^SIGNATUREALGORITHM/],
    ['with a digest that it does not know', { ...PADES, DIGESTALGORITHM: 'SHA1' }, /^DIGESTALGORITHM/],
    ['with a packaging of PAdES', { ...PADES, SIGNATURE_PACKAGING: 'ENVELOPED' }, /^SIGNATURE_PACKAGING/],
    ['with XAdES without packaging', { ...XADES, SIGNATURE_PACKAGING: '' }, /^SIGNATURE_PACKAGING is missing/],
    ['with detached XAdES', { ...XADES, SIGNATURE_PACKAGING: 'DETACHED' }, /^SIGNATURE_PACKAGING .* ENVELOPED$/],
    ['with CAdES without packaging', { ...CADES, SIGNATURE_PACKAGING: '' }, /^SIGNATURE_PACKAGING is missing/],
    [
      'with enveloped CAdES',
      { ...CADES, SIGNATURE_PACKAGING: 'ENVELOPED' },
      /^SIGNATURE_PACKAGING .* ENVELOPING, DETACHED$/,
    ],
    ['with CAdES that is seen', { ...CADES, ADD_VISIBLE_SIGNATURE: 'TRUE' }, /^ADD_VISIBLE_SIGNATURE/],
    ['with XAdES that is seen', { ...XADES, ADD_VISIBLE_SIGNATURE: 'TRUE' }, /^ADD_VISIBLE_SIGNATURE/],
    ['without certificates', { ...PADES, INCLUDE_CERTIFICATE_LEVELS: '0' }, /^INCLUDE_CERTIFICATE_LEVELS/],
    [
      'with what other levels have',
      { ...PADES, TRUSTANCHORS: 'x', EXTEND_VALIDITY: 'TRUE', ADD_CONTENT_TIMESTAMP: 'TRUE' },
      /^ADD_CONTENT_TIMESTAMP/,
      /^EXTEND_VALIDITY/,
      /^TRUSTANCHORS/,
    ],
    [
      'with an invalid picture and an invalid place',
      {
        ...PADES,
        VISIBLE_SIGNATURE_IMAGE_BASE64: '!',
        VISIBLE_SIGNATURE_CONTENT_TYPE: 'image/gif',
        VISIBLE_SIGNATURE_RECTANGLE_URX: '0',
        VISIBLE_SIGNATURE_PAGE: 'Last',
        ALLOW_PROPERTY_OVERRIDE: 'SIGNATURE_LEVEL',
      },
      /^VISIBLE_SIGNATURE_IMAGE_BASE64/,
      /^VISIBLE_SIGNATURE_CONTENT_TYPE/,
      /^VISIBLE_SIGNATURE_RECTANGLE_URX/,
      /^VISIBLE_SIGNATURE_PAGE/,
      /^ALLOW_PROPERTY_OVERRIDE/,
    ],
  ] as readonly [string, Readonly<Record<string, string>>, ...RegExp[]][])
    it(`does not work ${title}, and says why`, async () => {
      await worker(title, properties);
      const found = await problemsOf(title);
      assert.equal(found.length, problems.length, found.join('\n'));
      for (const [index, problem] of problems.entries()) assert.match(found[index]!, problem);
      const [status, error] = await refusal(title, SAMPLE);
      assert.equal(status, 500);
      assert.match(String(error), /Worker is misconfigured/);
    });
});
