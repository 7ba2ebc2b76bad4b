import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { oid, signatureTimeStamp, signingTime } from '@sealwright/pki';
import { octets, type Objects, pageObjects, streamFile, tableFile, textOf } from '../../test/pdf-documents.ts';
import { foreseen, sign, signaturesOf, signer, TIME } from '../../test/pdf-signatures.ts';
import { bytesSource } from '../source.ts';
import { PdfFile } from './file/pdf-file.ts';
import type { SignPdfOptions } from './signing/options.ts';
import { latin1 } from './syntax/latin1.ts';
import { isArray, PdfDictionary, PdfString, type PdfValue } from './syntax/values.ts';

const plain = tableFile(pageObjects());
const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}.pdf`, import.meta.url)));

/** A signed document as a reader sees it. */
class Reading {
  readonly file: PdfFile;

  constructor(file: PdfFile) {
    this.file = file;
  }

  static async of(bytes: Uint8Array, password = ''): Promise<Reading> {
    return new Reading(await PdfFile.open(bytesSource(bytes), password));
  }

  /** Returns the value at a path of keys and indexes from the trailer. */
  async at(...path: readonly (string | number)[]): Promise<PdfValue> {
    let value: PdfValue = this.file.trailer;
    for (const step of path) {
      if (typeof step === 'string') value = (await this.file.dictionary(value))?.get(step) ?? null;
      else value = (await this.file.array(value))?.at(step) ?? null;
    }
    return this.file.resolve(value);
  }

  async textAt(...path: readonly (string | number)[]): Promise<string> {
    const value = await this.at(...path);
    return value instanceof PdfString ? latin1(value.bytes) : '';
  }

  /** The dictionary of the last signature field's signature. */
  async signature(key: string): Promise<PdfValue> {
    return this.at('Root', 'AcroForm', 'Fields', -1, 'V', key);
  }
}

function assertSigned(before: Uint8Array, after: Uint8Array, count = 1): void {
  assert.deepEqual(after.subarray(0, before.length), before.subarray());
  const found = signaturesOf(after);
  assert.equal(found.length, count);
  assert.ok(found.every(({ isValid }) => isValid));
  assert.equal(found.at(-1)!.covers, after.length);
}

describe('a signed document', () => {
  for (const [name, document] of [
    ['a cross-reference table', plain],
    ['a cross-reference stream', streamFile(pageObjects())],
    ['octets before its header', tableFile(pageObjects(), { before: 'rubbish\n' })],
    ['no cross-reference section that can be used', octets(textOf(plain).replace(/startxref[\s\S]*/, ''))],
    ['an end without a line end', plain.subarray(0, -1)],
  ] as const) {
    it(`keeps every octet, with ${name}`, async () => {
      const once = await sign(document);
      assertSigned(document, once);
      const twice = await sign(once);
      assertSigned(once, twice, 2);
      const { file } = await Reading.of(twice);
      assert.notEqual(file.index.startXref, undefined);
      const fields = await (await Reading.of(twice)).at('Root', 'AcroForm', 'Fields');
      assert.equal(isArray(fields) && fields.length, 2);
    });
  }

  it('says who signed, when, why and where', async () => {
    const reading = await Reading.of(
      await sign(plain, { reason: 'A reason', location: 'S\u00f6dert\u00e4lje \u{1f600}' }),
    );
    const texts = await Promise.all(
      ['Name', 'M', 'Reason'].map((key) => reading.textAt('Root', 'AcroForm', 'Fields', 0, 'V', key)),
    );
    assert.deepEqual(texts, ['SHA256withECDSA', 'D:20260304050607Z', 'A reason']);
    const location = await reading.signature('Location');
    assert.equal(
      location instanceof PdfString && Buffer.from(location.bytes.subarray(2)).swap16().toString('utf16le'),
      'S\u00f6dert\u00e4lje \u{1f600}',
    );
    assert.equal(await reading.at('Root', 'AcroForm', 'SigFlags'), 3);
  });

  it('stands in a field of its own, on its page', async () => {
    const form = '<</Fields[5 0 R]/DA(/F1 0 Tf)>>';
    const objects: Objects = {
      ...pageObjects(),
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>',
      3: '<</Type/Page/Parent 2 0 R/Annots 6 0 R>>',
      4: form,
      5: '<</FT/Tx/T(Signature1)/Kids[]>>',
      6: '[5 0 R]',
    };
    const reading = await Reading.of(await sign(tableFile(objects)));
    assert.equal(await reading.textAt('Root', 'AcroForm', 'Fields', 1, 'T'), 'Signature2');
    assert.equal(await reading.textAt('Root', 'AcroForm', 'DA'), '/F1 0 Tf');
    assert.equal(await reading.textAt('Root', 'Pages', 'Kids', 0, 'Annots', 1, 'T'), 'Signature2');
    assert.deepEqual(await reading.at('Root', 'AcroForm', 'Fields', 1, 'Rect'), [0, 0, 0, 0]);
  });

  it('says what worked on it, once', async () => {
    const document = tableFile({ ...pageObjects(), 9: '<</Producer(A tool)>>' }, { trailer: '/Info 9 0 R' });
    const once = await sign(document, { producer: 'Sealwright' });
    assert.equal(await (await Reading.of(once)).textAt('Info', 'Producer'), 'A tool; modified using Sealwright');
    const twice = await sign(once, { producer: 'Sealwright' });
    assert.equal(await (await Reading.of(twice)).textAt('Info', 'Producer'), 'A tool; modified using Sealwright');
    assert.equal(
      await (await Reading.of(await sign(plain, { producer: 'Sealwright' }))).textAt('Info', 'Producer'),
      'Sealwright',
    );
  });

  it('is signed in the field that was made for it, and in no other', async () => {
    const objects: Objects = {
      ...pageObjects(),
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>',
      5: '<</T(here)/Kids[6 0 R]>>',
      6: '<</FT/Sig/T(sign)/Parent 5 0 R/Rect[0 0 0 0]>>',
    };
    const once = await sign(tableFile(objects), { fieldName: 'here.sign' });
    const reading = await Reading.of(once);
    assert.ok((await reading.at('Root', 'AcroForm', 'Fields', 0, 'Kids', 0, 'V')) instanceof PdfDictionary);
    await assert.rejects(sign(once, { fieldName: 'here.sign' }), { code: 'pdf.bad_field' });
    await assert.rejects(sign(once, { fieldName: 'here' }), { code: 'pdf.bad_field' });
  });

  it('is seen where the field that was made for it is, and where its widget is', async () => {
    const appearance = { page: 'last', rectangle: { left: 1, bottom: 1, right: 2, top: 2 } } as const;
    const place = '/Type/Annot/Subtype/Widget/Rect[10 20 110 70]/P 3 0 R';
    const objects: Objects = {
      ...pageObjects(2),
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R]>>>>',
      3: '<</Type/Page/Parent 2 0 R/Annots[5 0 R 7 0 R]>>',
      5: `<</FT/Sig/T(one)${place}>>`,
      6: '<</FT/Sig/T(two)/Kids[7 0 R]>>',
      7: `<</Parent 6 0 R${place}>>`,
    };
    const once = await sign(tableFile(objects), { fieldName: 'one', appearance });
    const twice = await sign(once, { fieldName: 'two', appearance });
    assertSigned(once, twice, 2);
    const reading = await Reading.of(twice);
    for (const index of [0, 1]) {
      const widget = ['Root', 'Pages', 'Kids', 0, 'Annots', index];
      assert.deepEqual(await reading.at(...widget, 'Rect'), [10, 20, 110, 70]);
      assert.ok((await reading.at(...widget, 'AP')) instanceof PdfDictionary);
      assert.ok((await reading.at('Root', 'AcroForm', 'Fields', index, 'V')) instanceof PdfDictionary);
    }
    assert.equal(await reading.at('Root', 'Pages', 'Kids', 1, 'Annots'), null);
  });

  it('has a message as large as it has to be, however large that is', async () => {
    const sizes: number[] = [];
    const timeStamp = (): Uint8Array => {
      sizes.push(1);
      // A SEQUENCE of 70,000 octets in place of a token.
      return new Uint8Array(
        Buffer.concat([Buffer.from('308301116b', 'hex'), Buffer.from('0483011166', 'hex'), Buffer.alloc(69_990)]),
      );
    };
    const { certificate, algorithms } = signer;
    const keys = { certificate, chain: [], algorithms, sign: (data: Uint8Array) => signer.sign(data), timeStamp };
    const signed = await sign(plain, { signer: keys });
    assertSigned(plain, signed);
    assert.equal(sizes.length, 2);
    assert.equal(signaturesOf(signed)[0]!.signerInfo.unsigned(signatureTimeStamp).length, 1);
  });
});

describe('the message of a signature', () => {
  it('has the time as PKCS #7, and leaves it to the dictionary as CAdES', async () => {
    const [pkcs7] = signaturesOf(await sign(plain));
    assert.equal(pkcs7!.signerInfo.signed(signingTime), TIME);
    const cades = await sign(plain, { format: 'cades' });
    const [{ signerInfo }] = signaturesOf(cades) as [ReturnType<typeof signaturesOf>[0]];
    assert.equal(signerInfo.signed(signingTime), undefined);
    assert.ok(signerInfo.signedAttributes!.some(({ type }) => type === '1.2.840.113549.1.9.16.2.47'));
    assert.match(textOf(cades), /\/SubFilter \/ETSI\.CAdES\.detached/);
  });

  it('holds CRLs and OCSP responses as an attribute', async () => {
    const { certificate, algorithms } = signer;
    const [crl, response] = [Uint8Array.of(0x30, 0), Uint8Array.of(0x30, 3, 0x0a, 1, 0)];
    const revocation = { crls: [crl], ocspResponses: [response] };
    const keys = { certificate, chain: [], algorithms, sign: (data: Uint8Array) => signer.sign(data), revocation };
    const [{ signerInfo }] = signaturesOf(await sign(plain, { signer: keys })) as [ReturnType<typeof signaturesOf>[0]];
    const archival = signerInfo.signedAttributes!.find(({ type }) => type === oid('1.2.840.113583.1.1.8'));
    assert.deepEqual(
      archival?.values.map((value) => Buffer.from(value).toString('hex')),
      ['300fa00430023000a107300530030a0100'],
    );
  });
});

describe('a certified document', () => {
  const certified = (certification: SignPdfOptions['certification']) => sign(plain, { certification });

  it('names the level in the signature, and the signature in the catalog', async () => {
    for (const [level, number] of [
      ['no-changes-allowed', 1],
      ['form-filling', 2],
      ['form-filling-and-annotations', 3],
    ] as const) {
      const reading = await Reading.of(await certified(level));
      assert.equal(await reading.at('Root', 'Perms', 'DocMDP', 'Reference', 0, 'TransformParams', 'P'), number);
    }
  });

  it('is signed where that is allowed', async () => {
    for (const level of ['form-filling', 'form-filling-and-annotations'] as const) {
      const before = await certified(level);
      assertSigned(before, await sign(before), 2);
    }
    await assert.rejects(sign(await certified('no-changes-allowed')), { code: 'pdf.signing_not_allowed' });
  });

  it('is not certified again, nor one that is signed', async () => {
    const again = { certification: 'form-filling' } as const;
    await assert.rejects(sign(await certified('form-filling'), again), { code: 'pdf.already_certified' });
    await assert.rejects(sign(await sign(plain), again), { code: 'pdf.already_certified' });
  });
});

describe('the version of a document', () => {
  const old = tableFile(pageObjects(), { version: '1.4' });

  it('is raised in the catalog where it is too low', async () => {
    const signed = await sign(old, { minVersion: '1.6' });
    assertSigned(old, signed);
    assert.match(textOf(signed.subarray(old.length)), /\/Version \/1\.6/);
    assert.doesNotMatch(textOf(await sign(plain, { minVersion: '1.6' })), /\/Version/);
  });

  it('is not raised once the document is signed', async () => {
    await assert.rejects(sign(await sign(old), { minVersion: '1.6' }), { code: 'pdf.version_too_low' });
    assertSigned(old, await sign(await sign(old, { minVersion: '1.6' }), { minVersion: '1.6' }), 2);
  });
});

describe('a document that is written anew', () => {
  it('has one section, its objects outside of streams, and the version in its header', async () => {
    for (const document of [plain, streamFile(pageObjects())]) {
      const signed = await sign(document, { append: false, minVersion: '2.0' });
      assert.deepEqual(
        signaturesOf(signed).map(({ isValid, covers }) => [isValid, covers]),
        [[true, signed.length]],
      );
      const { file } = await Reading.of(signed);
      assert.match(textOf(signed), /^%PDF-2\.0\n/);
      assert.equal(file.trailer.get('Prev'), null);
      assert.doesNotMatch(textOf(signed), /ObjStm|XRef/);
      assert.ok((await (await Reading.of(signed)).at('Root', 'Pages', 'Kids', 0)) instanceof PdfDictionary);
    }
  });

  it('is not written anew once it is signed', async () => {
    const once = await sign(plain);
    assertSigned(once, await sign(once, { append: false }), 2);
  });
});

describe('an encrypted document', () => {
  for (const name of [
    'rc4-40',
    'rc4-128',
    'aes-128',
    'aes-128-open-metadata',
    'aes-256-r5',
    'aes-256-r6',
    'aes-256-object-streams',
  ]) {
    it(`stays so, with the same passwords: ${name}`, async () => {
      const document = fixture(name);
      for (const append of [true, false]) {
        const signed = await sign(document, { password: 'owner', reason: 'A secret reason', append });
        if (append) assertSigned(document, signed);
        else assert.ok(signaturesOf(signed)[0]!.isValid);
        assert.doesNotMatch(textOf(signed), /A secret reason|What it is called/);
        for (const password of ['user', 'owner']) {
          const reading = await Reading.of(signed, password);
          assert.equal(await reading.textAt('Root', 'AcroForm', 'Fields', 0, 'V', 'Reason'), 'A secret reason');
          assert.equal(await reading.textAt('Info', 'Title'), 'What it is called');
        }
      }
    });
  }

  it('is signed by the user where nothing is restricted, or where that is allowed', async () => {
    assertSigned(fixture('aes-128'), await sign(fixture('aes-128'), { password: 'user' }));
    const restricted = fixture('rc4-128');
    await assert.rejects(sign(restricted, { password: 'user' }), { code: 'pdf.not_owner' });
    assertSigned(restricted, await sign(restricted, { password: 'user', allowUserPassword: true }));
    await assert.rejects(sign(restricted, { password: 'neither' }), { code: 'pdf.wrong_password' });
  });
});

describe('the permissions of a document', () => {
  const owner = { password: 'owner' };
  const permissionsOf = async (bytes: Uint8Array, password: string): Promise<unknown> =>
    (await Reading.of(bytes, password)).file.security?.dictionary.permissions;

  it('are refused where one of them is not to be granted, or where nothing is encrypted', async () => {
    const protection = { reject: ['printing'] } as const;
    await assert.rejects(sign(plain, { protection }), { code: 'pdf.rejected_permissions' });
    await assert.rejects(sign(fixture('aes-128'), { ...owner, protection }), { code: 'pdf.rejected_permissions' });
    assertSigned(fixture('no-user-password'), await sign(fixture('no-user-password'), { ...owner, protection }));
    const removed = await sign(fixture('aes-128'), { ...owner, protection: { ...protection, remove: ['printing'] } });
    assert.ok(signaturesOf(removed)[0]!.isValid);
  });

  for (const name of ['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256-r6']) {
    it(`are set and taken away, and the passwords stay: ${name}`, async () => {
      const set = await sign(fixture(name), { ...owner, protection: { set: ['copy', 'fill-in'] } });
      const removed = await sign(fixture(name), { ...owner, protection: { remove: ['copy'] } });
      for (const password of ['user', 'owner']) {
        assert.equal(await permissionsOf(set, password), 0xffff_f1d0 | 0);
        assert.equal(((await permissionsOf(removed, password)) as number) & 0x10, 0);
        assert.equal(await (await Reading.of(set, password)).textAt('Info', 'Title'), 'What it is called');
      }
    });
  }

  it('are set with another password for the owner', async () => {
    const signed = await sign(fixture('aes-128'), { ...owner, protection: { ownerPassword: 'another' } });
    assert.equal((await Reading.of(signed, 'another')).file.security?.opened.isOwner, true);
    assert.equal((await Reading.of(signed, 'user')).file.security?.opened.isOwner, false);
    await assert.rejects(Reading.of(signed, 'owner'), { code: 'pdf.wrong_password' });
  });

  it('are set in a document that was not encrypted, which everybody may still read', async () => {
    const document = tableFile({ ...pageObjects(), 9: '<</Title(What it is called)>>' }, { trailer: '/Info 9 0 R' });
    const signed = await sign(document, { protection: { set: ['printing'] } });
    const reading = await Reading.of(signed);
    assert.equal(reading.file.security?.opened.isOwner, false);
    assert.equal(await reading.textAt('Info', 'Title'), 'What it is called');
    assert.doesNotMatch(textOf(signed), /What it is called/);
  });

  it('do not change once the document is signed', async () => {
    const once = await sign(fixture('aes-128'), owner);
    await assert.rejects(sign(once, { ...owner, protection: { set: [] } }), { code: 'pdf.already_signed' });
  });
});

describe('the room for a signature', () => {
  it('is as large as it is asked to be', async () => {
    const signed = textOf(await sign(plain, { contentsOctets: 5000 }));
    assert.equal(/\/Contents <([0-9a-f]*)>/.exec(signed)![1]!.length, 10_000);
  });

  it('has to hold the signature', async () => {
    await assert.rejects(sign(plain, { contentsOctets: 100 }), { code: 'pdf.signature_too_large' });
  });
});

describe('a signature that is seen', () => {
  const rectangle = { left: 10, bottom: 20, right: 310, top: 70 };

  it('is on the page that was chosen', async () => {
    const document = tableFile(pageObjects(3));
    for (const [page, index] of [
      ['first', 0],
      ['last', 2],
      [2, 1],
      [99, 2],
    ] as const) {
      const reading = await Reading.of(await sign(document, { appearance: { page, rectangle } }));
      assert.deepEqual(await reading.at('Root', 'Pages', 'Kids', index, 'Annots', 0, 'Rect'), [10, 20, 310, 70]);
    }
  });

  it('is a text where there is no picture', async () => {
    const signed = textOf(await sign(plain, { reason: 'To (be) seen', appearance: { page: 1, rectangle } }));
    assert.match(signed, /\(Digitally signed by SHA256withECDSA\) Tj/);
    assert.match(signed, /\(Reason: To \\\(be\\\) seen\) Tj/);
    assert.match(signed, /\/BaseFont \/Helvetica/);
  });

  it('says other words than the signature where they are given', async () => {
    const words = { location: 'Oslo' };
    const appearance = { page: 1, rectangle, words };
    const signed = textOf(await sign(plain, { reason: 'The usual one', location: 'Here', appearance }));
    assert.match(signed, /\(Location: Oslo\) Tj/);
    assert.doesNotMatch(signed, /\(Reason:|\(Location: Here/);
    assert.match(signed, /\/Reason \(The usual one\)/);
  });

  it('is measured from the upper left corner of its page where that is asked for', async () => {
    const inherited = tableFile({ ...pageObjects(), 2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[5 300 205 10]>>' });
    const place = { origin: 'upper-left', rectangle: { left: 10, bottom: 70, right: 110, top: 20 } } as const;
    const reading = await Reading.of(await sign(inherited, { appearance: { page: 1, ...place } }));
    assert.deepEqual(await reading.at('Root', 'Pages', 'Kids', 0, 'Annots', 0, 'Rect'), [15, 230, 115, 280]);
    const image = octets('\xff\xd8\xff\xc0\x00\x0b\x08\x00\x08\x00\x10\x01\x01\x11\x00\xff\xd9');
    const natural = { page: 1, ...place, image, resizeImage: false } as const;
    const drawn = await Reading.of(await sign(inherited, { appearance: natural }));
    assert.deepEqual(await drawn.at('Root', 'Pages', 'Kids', 0, 'Annots', 0, 'Rect'), [15, 272, 31, 280]);
    const sizeless = tableFile({ ...pageObjects(), 2: '<</Type/Pages/Count 1/Kids[3 0 R]>>' });
    await assert.rejects(sign(sizeless, { appearance: { page: 1, ...place } }), { code: 'pdf.damaged' });
  });

  it('is not made of what is not a picture', async () => {
    const appearance = { page: 1, rectangle, image: octets('GIF89a') };
    await assert.rejects(sign(plain, { appearance }), { code: 'pdf.bad_image' });
  });
});

describe('a document that is refused', () => {
  it('is not a PDF', async () => {
    await assert.rejects(sign(octets('some text')), { message: 'PDF header signature not found.' });
  });

  it('has no page', async () => {
    const objects = { ...pageObjects(), 2: '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>' };
    await assert.rejects(sign(tableFile(objects)), { code: 'pdf.damaged' });
  });

  it('defines an object twice, when that is not to be', async () => {
    const twice = octets(`${textOf(plain)}3 0 obj\nnull\nendobj\n${/xref[\s\S]*/.exec(textOf(plain))![0]}`);
    await assert.rejects(sign(twice, { refuseDuplicateObjects: true }), { code: 'pdf.duplicate_object' });
    assert.ok(signaturesOf(await sign(plain, { refuseDuplicateObjects: true }))[0]!.isValid);
  });

  it('has no numbers left for objects', async () => {
    const full = octets(textOf(plain).replace('xref\n0 4\n', 'xref\n8388607 1\n0000000009 00000 n \n0 4\n'));
    await assert.rejects(sign(full), { code: 'pdf.too_large' });
  });

  it("has errors of the signer that are the signer's", async () => {
    const { certificate, algorithms } = signer;
    const failure = new RangeError('no key');
    const keys = { certificate, chain: [], algorithms, sign: () => Promise.reject(failure) };
    await assert.rejects(sign(plain, { signer: keys, random: foreseen }), failure);
  });
});
