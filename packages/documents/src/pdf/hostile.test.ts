/** Documents that somebody made to be read wrongly, for ever, or into all of the memory. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { octets, pageObjects, streamFile, tableFile, textOf } from '../../test/pdf-documents.ts';
import { foreseen, lastSignature, sign, signer, TIME } from '../../test/pdf-signatures.ts';
import { DocumentError } from '../errors.ts';
import { bytesSource, type DocumentSource } from '../source.ts';
import { signPdf } from './sign-pdf.ts';

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}.pdf`, import.meta.url)));

/** Documents of every form, to be damaged. */
const DOCUMENTS: readonly Uint8Array[] = [
  tableFile(pageObjects(2)),
  streamFile(pageObjects(2)),
  await sign(tableFile(pageObjects()), { certification: 'form-filling' }),
  fixture('rc4-128'),
  fixture('aes-256-object-streams'),
];

const WORDS = [
  '0 R',
  '3 0 R',
  '<<',
  '>>',
  '[',
  ']',
  '/Kids',
  '/Prev 9',
  '99999999999',
  '-1',
  'obj',
  'endobj',
  'stream',
  '%',
  '(',
];

const damages = fc.record({
  document: fc.nat(DOCUMENTS.length - 1),
  edits: fc.array(
    fc.record({
      at: fc.nat(9999).map((number) => number / 10_000),
      remove: fc.nat(30),
      insert: fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 4 })),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  append: fc.boolean(),
});

/** Signs, whatever the document is, or is refused with an error of this package. */
async function signed(document: Uint8Array, append = true): Promise<Uint8Array | undefined> {
  try {
    return await sign(document, { password: 'owner', append });
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

describe('a damaged document', () => {
  it('is signed so that the signature is valid, or refused', async () => {
    const seen = { signed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(damages, async ({ document, edits, append }) => {
        let text = textOf(DOCUMENTS[document]!);
        for (const { at, remove, insert } of edits) {
          const place = Math.floor(at * text.length);
          text = text.slice(0, place) + insert.replace(/[^\0-\u00ff]/g, '?') + text.slice(place + remove);
        }
        const result = await signed(octets(text), append);
        seen[result === undefined ? 'refused' : 'signed'] += 1;
        if (result === undefined) return;
        const last = lastSignature(result);
        assert.ok(last.isValid);
        assert.equal(last.covers, result.length);
      }),
      { numRuns: 300 },
    );
    // Both happen, or nothing is damaged.
    assert.ok(seen.signed > 20 && seen.refused > 20, JSON.stringify(seen));
  });

  it('is refused where it was cut off, or signed after a search', async () => {
    const document = DOCUMENTS[0]!;
    for (let length = 0; length < document.length; length += 7) await signed(document.subarray(0, length));
  });
});

describe('a hostile document', () => {
  const catalog = '<</Type/Catalog/Pages 2 0 R>>';
  const form = (fields: string): string => `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]>>>>`;
  const strings = `[${'()'.repeat(2_000_000)}]`;

  it('does not nest its pages for ever', async () => {
    const nodes = Array.from(
      { length: 500 },
      (_, index) => [index + 2, `<</Type/Pages/Kids[${index + 3} 0 R]>>`] as const,
    );
    await assert.rejects(sign(tableFile({ 1: catalog, ...Object.fromEntries(nodes) })), { code: 'pdf.too_deep' });
  });

  it('does not nest its form fields for ever', async () => {
    const fields = Array.from(
      { length: 100 },
      (_, index) => [index + 10, `<</T(a)/Kids[${index + 11} 0 R]>>`] as const,
    );
    const form = '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R]>>>>';
    const document = tableFile({ ...pageObjects(), 1: form, ...Object.fromEntries(fields) });
    await assert.rejects(sign(document), { code: 'pdf.too_deep' });
  });

  it('does not unpack to more than is read', async () => {
    const packed = deflateSync(Buffer.alloc(0x800_0000, '1 0 ')).toString('latin1');
    const dictionary = `<</Type/ObjStm/N 1000000/First 8/Filter/FlateDecode/Length ${packed.length}>>`;
    await assert.rejects(sign(withObjectStream(dictionary, packed)), { code: 'pdf.too_large' });
  });

  it('does not read the same octets of a stream as many objects', async () => {
    const fields = Array.from({ length: 1000 }, (_, index) => `${index + 100} 0 R`).join(' ');
    const object = `<</T[${'1 '.repeat(50_000)}]/X${form(fields)}>>`;
    const header = `1 ${object.indexOf('<</Type')} ${fields.replaceAll(' 0 R', ' 0')}`;
    const stream = objectStream(1001, header, object);
    // Its objects are in no cross-reference section, so that the file has to be searched.
    const document = octets(textOf(withObjectStream(...stream)).replace(/startxref[\s\S]*/, ''));
    await assert.rejects(sign(document), { code: 'pdf.too_large' });
  });

  it('does not become many strings or dictionaries out of a few octets', async () => {
    for (const [element, count] of [
      ['()', 2_000_000],
      ['<<>>', 90_000],
    ] as const) {
      const value = `[${element.repeat(count)}]`;
      const objects = [1, ...Array.from({ length: 19 }, (_, index) => index + 2)];
      const fields = objects.map((number) => `${number} 0 R`).join(' ');
      const catalog = form(fields);
      const header = objects.map((number) => `${number} ${number === 1 ? 0 : catalog.length}`).join(' ');
      const stream = objectStream(objects.length, header, catalog + value);
      const document = octets(textOf(withObjectStream(...stream)).replace(/startxref[\s\S]*/, ''));
      await assert.rejects(sign(document), { code: 'pdf.too_large' });
    }
    const document = tableFile({ ...pageObjects(), 1: '<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>', 4: strings });
    await assert.rejects(sign(document), { code: 'pdf.too_large' });
  });

  it('does not have the same objects read again and again', async () => {
    const shared = `[${'1 '.repeat(25_000)}]`;
    const fields = Object.fromEntries(numbers(10, 2000).map((number) => [number, '<</T 4 0 R>>']));
    const references = referencesTo(numbers(10, 2000));
    const document = tableFile({ ...pageObjects(), 1: form(references), 4: shared, ...fields });
    await assert.rejects(sign(document), { code: 'pdf.too_large' });
  });

  it('does not have the same pages looked at again and again', async () => {
    const nodes = Object.fromEntries(numbers(10, 1500).map((number) => [number, '<</Type/Pages/Kids 3 0 R>>']));
    const root = `<</Type/Pages/Kids[${referencesTo(numbers(10, 1500))}]>>`;
    const document = tableFile({ 1: catalog, 2: root, 3: `[${'4 0 R '.repeat(5000)}]`, 4: 'null', ...nodes });
    await assert.rejects(sign(document), { code: 'pdf.too_large' });
  });

  it('does not have field names that hold those of many others', async () => {
    const kids = Object.fromEntries(numbers(10, 20_000).map((number) => [number, '<</T(a)>>']));
    const parent = `<</FT/Sig/T(${'a'.repeat(100_000)})/Kids[${referencesTo(numbers(10, 20_000))}]>>`;
    await assert.rejects(sign(tableFile({ ...pageObjects(), 1: form('4 0 R'), 4: parent, ...kids })), {
      code: 'pdf.too_large',
    });
  });

  it('is not searched again and again up to its end', async () => {
    for (const rubbish of ['1 0 obj('.repeat(40_000), '1 0 obj%'.repeat(100_000)])
      await assert.rejects(sign(octets(`%PDF-1.7\n${rubbish}`)), { code: 'pdf.too_large' });
    assert.equal(await signed(octets(`%PDF-1.7\n${'trailer<<>>'.repeat(150_000)}`)), undefined);
  });

  it('does not name more objects than its cross-reference stream has octets', async () => {
    const packed = deflateSync(new Uint8Array(0x100_0000)).toString('latin1');
    const index = '/Index[0 8388607 0 8388607]';
    const dictionary = `<</Type/XRef/Size 6/Root 1 0 R/W[1 0 0]${index}/Filter/FlateDecode/Length ${packed.length}>>`;
    const document = `%PDF-1.7\n5 0 obj\n${dictionary}\nstream\n${packed}\nendstream\nendobj\nstartxref\n9\n%%EOF\n`;
    await assert.rejects(sign(octets(document)), { code: 'pdf.too_large' });
  });

  it('is not written anew with the same octets as many streams', async () => {
    const count = 20_000;
    const streams = Object.fromEntries(numbers(10, count).map((number) => [number, '<<>>stream']));
    const text = textOf(tableFile({ ...pageObjects(), ...streams, [10 + count]: '<<>>stream\nendstream' }));
    const document = octets(text.replaceAll('stream\nendobj\n', 'stream\n       '));
    await assert.rejects(sign(document, { append: false }), { code: 'pdf.too_large' });
  });

  it('lets others have their turn', async () => {
    const turns = countTurns();
    await assert.rejects(sign(octets(`%PDF-1.7\n${'1 0 obj('.repeat(40_000)}`)), { code: 'pdf.too_large' });
    assert.ok(turns.end() > 50);
  });

  it('lets others have their turn while many strings of one object are deciphered', async () => {
    for (const [name, string] of [
      ['aes-256-r6', `<${'41'.repeat(32)}>`],
      ['rc4-128', '<41>'],
    ] as const) {
      const text = textOf(fixture(name)).replace(/\/Type ?\/Catalog/, '/Type/Catalog/AcroForm 900 0 R');
      const document = octets(
        `${text.replace(/startxref[\s\S]*/, '')}\n900 0 obj\n[${string.repeat(20_000)}]\nendobj\n`,
      );
      const work: number[] = [];
      const source = { ...bytesSource(document), takeTurn: async (done: number) => void work.push(done) };
      const { certificate, algorithms } = signer;
      const keys = { certificate, chain: [], algorithms, sign: (digest: Uint8Array) => signer.sign(digest) };
      await signPdf(source, { signer: keys, time: TIME, random: foreseen, password: 'owner' });
      // Each string costs 2048 units and more, and a turn comes after 524,288.
      assert.ok(work.length > (20_000 * 2048) / 0x8_0000, `${name}: ${work.length} turns`);
      assert.ok(Math.max(...work.map((done, turn) => done - (work[turn - 1] ?? 0))) < 0x100_0000);
    }
  });

  it('does not say that it has more objects than it has', async () => {
    const honest = textOf(streamFile(pageObjects()));
    const most = 2 * (await octetsRead(octets(honest))).read;
    for (const [size, index, code] of [
      ['8388608', '', undefined],
      ['4', '/Index[0 99999999 0 99999999]', undefined],
      ['4', '/Index[8388607 5]', 'pdf.too_large'],
    ] as const) {
      const document = octets(honest.replace('/Type/XRef/Size 6', `/Type/XRef/Size ${size}${index}`));
      const { read, refused } = await octetsRead(document);
      assert.equal(refused, code, index);
      assert.ok(read <= most, `${read} octets were read for Size ${size}${index}`);
    }
  });

  it('is not held against patterns that take for ever', async () => {
    for (const rubbish of ['1 '.repeat(200_000), '0'.repeat(400_000), '\n'.repeat(400_000), '1 0 obj<<'.repeat(20_000)])
      assert.equal(await signed(octets(`%PDF-1.7\n${rubbish}`)), undefined);
  });
});

describe('a document of many objects', () => {
  const [pages, fields] = [numbers(10, 5000), numbers(6000, 5000)];
  const document = tableFile({
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${referencesTo(fields)}]>>>>`,
    2: `<</Type/Pages/Count ${pages.length}/Kids[${referencesTo(pages)}]>>`,
    ...Object.fromEntries(pages.map((number) => [number, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>'])),
    ...Object.fromEntries(
      fields.map((number) => [number, `<</FT/Tx/T(field ${number})/V(some text)/Rect[1.5 2.5 30.25 40.5]>>`]),
    ),
  });

  it('is signed, kept or written anew, on its last page', async () => {
    const rectangle = { left: 10, bottom: 10, right: 100, top: 50 };
    for (const append of [true, false])
      assert.ok(lastSignature(await sign(document, { append, appearance: { page: 'last', rectangle } })).isValid);
  });

  it('is signed on a late page, when its pages take few octets in an object stream', async () => {
    const page =
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.276 841.89]/Rotate 0/Resources<</Font<</F1 3 0 R/F2 3 0 R>>' +
      '/ProcSet[/PDF/Text/ImageB]>>/Contents 4 0 R/Annots[]/StructParents 5>>';
    const kids = numbers(10, 60_000);
    const objects = [
      [1, '<</Type/Catalog/Pages 2 0 R>>'],
      [2, `<</Type/Pages/Count ${kids.length}/Kids[${referencesTo(kids)}]>>`],
      ...kids.map((number) => [number, page] as const),
    ] as const;
    let [header, body] = ['', ''];
    for (const [number, object] of objects) {
      header += `${number} ${body.length} `;
      body += `${object} `;
    }
    const stream = objectStream(objects.length, header, body);
    const searched = octets(textOf(withObjectStream(...stream)).replace(/startxref[\s\S]*/, ''));
    const rectangle = { left: 10, bottom: 10, right: 100, top: 50 };
    assert.ok(lastSignature(await sign(searched, { appearance: { page: 50_000, rectangle } })).isValid);
  });

  it('is signed without its cross-reference section', async () => {
    const text = textOf(document);
    assert.ok(lastSignature(await sign(octets(text.slice(0, text.lastIndexOf('startxref'))))).isValid);
  });
});

describe('a document of 200 megabytes', () => {
  it('is read in parts, never as a whole', async () => {
    const data = 200_000_000;
    const text = textOf(tableFile({ ...pageObjects(), 4: `<</Length ${data}>>\nstream\nDATA\nendstream`, 5: 'null' }));
    const [before, after] = text.split('DATA') as [string, string];
    const moved = after
      .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + data - 4}`)
      .replace(
        /(\d{10}) 00000 n (\n(?:trailer))/,
        (_, at: string, rest: string) => `${String(Number(at) + data - 4)} 00000 n ${rest}`,
      );
    const reads: number[] = [];
    const source = virtualSource(octets(before), data, octets(moved), reads);
    const { certificate, algorithms } = signer;
    const keys = { certificate, chain: [], algorithms, sign: (digest: Uint8Array) => signer.sign(digest) };
    for (const append of [true, false]) {
      const result = await signPdf(source, { signer: keys, time: TIME, random: foreseen, append });
      let size = 0;
      for await (const piece of result.pieces()) {
        assert.ok(piece.length <= 0x4_0000);
        size += piece.length;
      }
      assert.equal(size, result.size);
      assert.ok(size > data && size < data + 50_000);
    }
    assert.ok(Math.max(...reads) <= 0x4_0000);
  });
});

describe('a file that is read in pieces', () => {
  /** Document in which object 103 stands across the end of the first piece, so that the next one begins within its number. */
  const document = (() => {
    const boundary = 0x4_0000;
    const offsets: string[] = [];
    let text = '%PDF-1.4\n';
    const add = (number: number, object: string) => {
      offsets.push(`${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`);
      text += `${number} 0 obj\n${object}\nendobj\n`;
    };
    add(1, '<</Type/Catalog/Pages 2 0 R>>');
    add(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>');
    add(3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>');
    const around = '5 0 obj\n()\nendobj\n'.length;
    add(5, `(${'x'.repeat(boundary - 2 - text.length - around)})`);
    add(103, '<</Type/Font>>');
    return { searched: `${text}trailer\n<</Size 104/Root 1 0 R>>\n`, text, offsets };
  })();

  it('has no object whose number is the end of that of another', async () => {
    const rectangle = { left: 10, bottom: 10, right: 100, top: 50 };
    const signed = textOf(await sign(octets(document.searched), { appearance: { page: 1, rectangle } }));
    const page = /\n3 0 obj([\s\S]*?)endobj/.exec(signed.slice(document.searched.length))![1]!;
    assert.match(page, /\/Type \/Page\b/);
  });

  it('has no object twice for that', async () => {
    const { text, offsets } = document;
    const trailer = `trailer\n<</Size 104/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
    const whole = octets(`${text}xref\n${offsets.join('')}${trailer}`);
    assert.ok(lastSignature(await sign(whole, { refuseDuplicateObjects: true })).isValid);
  });

  it('takes no more memory for the numbers of its objects than is paid for', async () => {
    const pairs = Array.from({ length: 32_768 }, (_, index) => `${256 * index} 1`).join(' ');
    const data = deflateSync(Buffer.alloc(32_768 * 3));
    const head = '%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n';
    const xref =
      `9 0 obj<</Type/XRef/Size 8388608/Root 1 0 R/W[1 1 1]/Index[${pairs}]` +
      `/Filter/FlateDecode/Length ${data.length}>>stream\n`;
    const end = `\nendstream endobj\nstartxref\n${head.length}\n%%EOF\n`;
    const sparse = Buffer.concat([Buffer.from(head + xref), data, Buffer.from(end)]);
    await assert.rejects(sign(new Uint8Array(sparse)), { code: 'pdf.too_large' });
  });
});

function numbers(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function referencesTo(objects: readonly number[]): string {
  return objects.map((number) => `${number} 0 R`).join(' ');
}

/** Counts the octets of a document that are read until it is signed, or refused with an error code. */
async function octetsRead(document: Uint8Array): Promise<{ readonly read: number; readonly refused?: string }> {
  const whole = bytesSource(document);
  let read = 0;
  const source = {
    size: whole.size,
    async read(offset: number, length: number) {
      read += length;
      return whole.read(offset, length);
    },
  };
  const { certificate, algorithms } = signer;
  const keys = { certificate, chain: [], algorithms, sign: (digest: Uint8Array) => signer.sign(digest) };
  try {
    const signed = await signPdf(source, { signer: keys, time: TIME, random: foreseen });
    await Array.fromAsync(signed.pieces());
    return { read };
  } catch (error) {
    if (error instanceof DocumentError) return { read, refused: error.code };
    throw error;
  }
}

/** Counts how often other tasks had their turn until the end. */
function countTurns(): { end(): number } {
  let count = 0;
  let next = setImmediate(function turn() {
    count += 1;
    next = setImmediate(turn);
  });
  return {
    end() {
      clearImmediate(next);
      return count;
    },
  };
}

/** The dictionary and the data of an object stream. */
function objectStream(count: number, header: string, objects: string): [dictionary: string, packed: string] {
  const packed = deflateSync(Buffer.from(`${header} ${objects}`, 'latin1')).toString('latin1');
  const first = header.length + 1;
  return [`<</Type/ObjStm/N ${count}/First ${first}/Filter/FlateDecode/Length ${packed.length}>>`, packed];
}

/** A document with another object stream. */
function withObjectStream(dictionary: string, packed: string): Uint8Array {
  const text = textOf(streamFile(pageObjects()));
  const changed = text.replace(
    /<<\/Type\/ObjStm[\s\S]*?endstream/,
    () => `${dictionary}\nstream\n${packed}\nendstream`,
  );
  const moved = changed.length - text.length;
  return octets(changed.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + moved}`));
}

/** A document whose middle is zeros that nobody keeps. */
function virtualSource(before: Uint8Array, zeros: number, after: Uint8Array, reads: number[]): DocumentSource {
  const zero = new Uint8Array(0x4_0000);
  const endOfZeros = before.length + zeros;
  return {
    size: endOfZeros + after.length,
    read(offset, length) {
      reads.push(length);
      const end = offset + length;
      if (offset >= before.length && end <= endOfZeros) return Promise.resolve(zero.subarray(0, length));
      const result = new Uint8Array(length);
      if (offset < before.length) result.set(before.subarray(offset, end));
      if (end > endOfZeros) {
        const from = Math.max(offset, endOfZeros);
        result.set(after.subarray(from - endOfZeros, end - endOfZeros), from - offset);
      }
      return Promise.resolve(result);
    },
  };
}
