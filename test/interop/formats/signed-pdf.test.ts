/** Signed PDF: pdfsig and pyHanko verify what we sign, qpdf finds the files sound, and Poppler reads the same text as before. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { bytesSource } from '@sealwright/documents';
import { signPdf, type SignPdfOptions } from '@sealwright/documents/pdf';
import { octets, tableFile } from '../../../packages/documents/test/pdf-documents.ts';
import { TestSigner } from '../../../packages/pki/test/cms-signers.ts';
import { PdfWitnesses } from '../programs/pdf-witnesses.ts';

const witnesses = new PdfWitnesses();
after(() => witnesses.remove());

const rsa = TestSigner.named('SHA256WithRSA');
const TEXT = 'What is signed';
const content = `BT /F1 24 Tf 20 100 Td (${TEXT}) Tj ET`;
/** One page with a text, and document information. */
const OBJECTS = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 400 300]>>',
  3: '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 6 0 R>>>>>>',
  4: '<</Type/Page/Parent 2 0 R/Resources<<>>>>',
  5: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  6: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  7: '<</Title(A title)/Producer(A producer)>>',
};
const source = tableFile(OBJECTS, { trailer: '/Info 7 0 R', version: '1.6' });

async function sign(document: Uint8Array, options: Partial<SignPdfOptions> = {}, by = rsa): Promise<Uint8Array> {
  const { certificate, algorithms } = by;
  const signed = await signPdf(bytesSource(document), {
    signer: { certificate, chain: [], algorithms, sign: (data) => by.sign(data) },
    time: 1_772_600_767,
    random: (count) => new Uint8Array(randomBytes(count)),
    reason: 'A reason',
    location: 'A place',
    producer: 'Sealwright',
    ...options,
  });
  return new Uint8Array(Buffer.concat(await Array.fromAsync(signed.pieces())));
}

/** Asserts that everybody takes the document for one with so many valid signatures, of which the last covers all. */
function assertSound(document: Uint8Array, count = 1, password = ''): void {
  assert.equal(witnesses.qpdf(document, password), '');
  assert.ok(witnesses.text(document, password).includes(TEXT));
  const seen = witnesses.pdfsig(document, password);
  assert.deepEqual(
    seen,
    Array.from({ length: count }, (_, index) => ({ isValid: true, isTotal: index === count - 1 })),
  );
  if (!NOT_FOR_PYHANKO.test(Buffer.from(document).toString('latin1'))) assertByPyHanko(document, count, password);
}

/** Revision 5 of the encryption was never in the standard. */
const NOT_FOR_PYHANKO = /\/R 5\b/;

function assertByPyHanko(document: Uint8Array, count = 1, password = ''): void {
  const verdicts = witnesses.pyHanko(document, password);
  assert.equal(verdicts.length, count);
  for (const { intact, valid, docmdp_ok } of verdicts) assert.deepEqual([intact, valid, docmdp_ok], [true, true, true]);
  assert.equal(verdicts.at(-1)!.coverage, 'ENTIRE_FILE');
  // What came later is nothing that a signature forbids.
  for (const { modification } of verdicts) assert.notEqual(modification, 'OTHER');
}

describe('a signed PDF is valid', () => {
  for (const name of ['SHA256WithRSA', 'SHA384WithRSA', 'SHA512WithRSA', 'SHA256withECDSA', 'SHA384withECDSA'])
    it(`by ${name}, for pdfsig and pyHanko`, async () => assertSound(await sign(source, {}, TestSigner.named(name))));

  // NSS, by which pdfsig verifies, knows neither.
  for (const name of ['SHA256withRSAandMGF1', 'Ed25519'])
    it(`by ${name}, for pyHanko`, async () => assertByPyHanko(await sign(source, {}, TestSigner.named(name))));

  it('as PAdES', async () => assertSound(await sign(source, { format: 'cades' })));

  for (const [name, args] of [
    ['object streams', ['--object-streams=generate']],
    ['a linearized file', ['--linearize']],
    ['a linearized file with object streams', ['--linearize', '--object-streams=generate']],
    ['uncompressed', ['--qdf', '--object-streams=disable']],
  ] as const) {
    it(`in a file of qpdf: ${name}`, async () => {
      const once = await sign(witnesses.rewrite(source, ...args));
      assertSound(once);
      assertSound(await sign(once), 2);
    });
  }

  for (const [name, args] of [
    ['RC4 of 40 bits', ['40']],
    ['RC4 of 128 bits', ['128', '--use-aes=n']],
    ['AES of 128 bits', ['128', '--use-aes=y']],
    ['AES of 256 bits, revision 5', ['256', '--force-R5']],
    ['AES of 256 bits', ['256']],
  ] as const) {
    it(`in an encrypted file: ${name}`, async () => {
      const document = witnesses.rewrite(source, '--allow-weak-crypto', '--encrypt', 'user', 'owner', ...args, '--');
      const kept = await sign(document, { password: 'owner' });
      for (const password of ['user', 'owner']) assertSound(kept, 1, password);
      const anew = await sign(document, { password: 'owner', append: false });
      assertSound(anew, 1, 'user');
      const changed = await sign(document, {
        password: 'owner',
        protection: { set: ['printing'], ownerPassword: 'new' },
      });
      for (const password of ['user', 'new']) assertSound(changed, 1, password);
    });
  }

  it('in a file that had no password and gets permissions', async () => {
    assertSound(await sign(source, { protection: { set: ['printing'], ownerPassword: 'new' } }), 1, 'new');
    assertSound(await sign(source, { protection: { remove: ['copy'] } }));
  });

  it('in a file whose cross-reference table is lost', async () => {
    const lost = octets(
      Buffer.from(source)
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n5'),
    );
    assertSound(await sign(lost));
  });

  it('written anew, from tables and from streams', async () => {
    assertSound(await sign(source, { append: false, minVersion: '1.7' }));
    assertSound(await sign(witnesses.rewrite(source, '--object-streams=generate'), { append: false }));
  });

  it('after a certification that allows it, which stays valid', async () => {
    for (const certification of ['form-filling', 'form-filling-and-annotations'] as const) {
      const certified = await sign(source, { certification });
      assertSound(certified);
      // A second signature that is seen is more than pyHanko allows, and no more than the standard does.
      assertSound(await sign(certified), 2);
    }
    assertSound(await sign(source, { certification: 'no-changes-allowed' }));
  });

  it('with a picture, and with a text', async () => {
    assertSound(await sign(source, { appearance: { ...SEEN, image: picture() } }));
    const signed = await sign(source, { appearance: SEEN });
    assertSound(signed);
    assert.match(witnesses.text(signed), /Digitally signed by[\s\S]*Reason: A reason/);
  });

  it('in the field that was made for it', async () => {
    const appearance = { page: 'last', rectangle: { left: 0, bottom: 0, right: 1, top: 1 } } as const;
    const place = '/Type/Annot/Subtype/Widget/Rect[20 20 320 90]/P 3 0 R';
    const objects = {
      ...OBJECTS,
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[8 0 R]>>>>',
      3: OBJECTS[3].replace('>>>>>>', '>>>>/Annots[9 0 R]>>'),
      8: '<</FT/Sig/T(here)/Kids[9 0 R]>>',
      9: `<</Parent 8 0 R${place}>>`,
    };
    const options = { fieldName: 'here', appearance };
    // Poppler finds no signature in a field whose widget is an object of its own.
    assertByPyHanko(await sign(tableFile(objects, { version: '1.6' }), options), 1);
    const merged = { ...objects, 8: '[]', 9: `<</FT/Sig/T(here)${place}>>`, 1: objects[1].replace('[8', '[9') };
    assertSound(await sign(tableFile(merged, { version: '1.6' }), options));
  });

  it('no longer, once an octet of it is another one', async () => {
    const signed = await sign(source);
    const changed = octets(Buffer.from(signed).toString('latin1').replace('(A title)', '(A Title)'));
    assert.deepEqual(
      witnesses.pdfsig(changed).map(({ isValid }) => isValid),
      [false],
    );
    assert.equal(witnesses.pyHanko(changed)[0]!.intact, false);
  });
});

const SEEN = { page: 'last', rectangle: { left: 20, bottom: 20, right: 220, top: 120 } } as const;

/** A PNG of two by two pixels with alpha. */
function picture(): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    // Our reader, like PDF, has no use for the checksum.
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const rows = Uint8Array.from([0, 255, 0, 0, 255, 0, 255, 0, 128, 1, 0, 0, 255, 255, 9, 9, 9, 0]);
  const header = Uint8Array.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0]);
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}
