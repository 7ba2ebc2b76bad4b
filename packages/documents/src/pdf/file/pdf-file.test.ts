import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { octets, pageObjects, streamFile, tableFile, textOf } from '../../../test/pdf-documents.ts';
import { bytesSource } from '../../source.ts';
import { PdfDictionary, PdfReference } from '../syntax/values.ts';
import { PdfFile } from './pdf-file.ts';

const open = (bytes: Uint8Array): Promise<PdfFile> => PdfFile.open(bytesSource(bytes), '');

/** The catalog's entry `Marker`, which says which of several catalogs was found. */
async function markerOf(bytes: Uint8Array): Promise<unknown> {
  const file = await open(bytes);
  return (await file.dictionary(file.trailer.get('Root')))?.get('Marker');
}

/** The same file with something else at its end. */
function appended(bytes: Uint8Array, text: (at: number) => string): Uint8Array {
  return octets(textOf(bytes) + text(bytes.length));
}

const marked = (marker: number): Record<number, string> => ({
  ...pageObjects(),
  1: `<</Type/Catalog/Pages 2 0 R/Marker ${marker}>>`,
});

describe('a file', () => {
  it('is read by its cross-reference table', async () => {
    const file = await open(tableFile(marked(5)));
    assert.equal(file.index.startXref !== undefined && !file.index.isStream, true);
    assert.equal(await markerOf(tableFile(marked(5))), 5);
  });

  it('is read by its cross-reference stream, with all objects in an object stream', async () => {
    const file = await open(streamFile(marked(6)));
    assert.ok(file.index.isStream);
    assert.equal(await markerOf(streamFile(marked(6))), 6);
  });

  it('is read with octets before its header, counted or not', async () => {
    const before = 'Some other format\n';
    assert.equal(await markerOf(tableFile(marked(7), { before })), 7);
    const counted = textOf(tableFile(marked(8))).replace('%PDF-1.7\n', '%%%%%%%%\n%PDF-1.7');
    assert.equal(await markerOf(octets(counted.replace('\n%\u00e2\u00e3\u00cf\u00d3', ''))), 8);
  });

  it('is what its last update says', async () => {
    const first = tableFile(marked(1));
    const start = /startxref\n(\d+)/.exec(textOf(first))![1];
    const object = '1 0 obj\n<</Type/Catalog/Pages 2 0 R/Marker 2>>\nendobj\n';
    const second = appended(
      first,
      (at) =>
        `${object}xref\n1 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 4/Root 1 0 R/Prev ${start}>>\nstartxref\n${at + object.length}\n%%EOF\n`,
    );
    assert.equal(await markerOf(second), 2);
  });

  it('is read where a table counts from 1 and its entries are short of an octet', async () => {
    const text = textOf(tableFile(marked(3)));
    assert.equal(await markerOf(octets(text.replace('xref\n0 4\n', 'xref\n1 4\n'))), 3);
    assert.equal(await markerOf(octets(text.replaceAll(' n \n', ' n\n').replaceAll(' f \n', ' f\n'))), 3);
  });

  it('is searched where its cross-reference sections cannot be used', async () => {
    const text = textOf(tableFile(marked(4)));
    const damages: readonly ((text: string) => string)[] = [
      (all) => all.replace(/startxref[\s\S]*/, ''),
      (all) => all.replace(/startxref\n\d+/, 'startxref\n99999999'),
      (all) => all.replace(/startxref\n\d+/, 'startxref\n12'),
      (all) => all.replace('%PDF-1.7\n', '%PDF-1.7\n\n\n\n'),
      (all) => all.replace('trailer\n<<', `trailer\n<</Prev ${all.indexOf('xref\n')}`),
      (all) => all.replaceAll('0000', 'abcd'),
    ];
    for (const damage of damages) {
      assert.equal(await markerOf(octets(damage(text))), 4);
      assert.equal((await open(octets(damage(text)))).index.startXref, undefined);
    }
    assert.equal(await markerOf(octets(textOf(streamFile(marked(9))).replace(/startxref\n\d+/, 'startxref\n1'))), 9);
  });

  it('is refused where there is nothing to be found', async () => {
    await assert.rejects(open(octets('%PDF-1.7\n')), { code: 'pdf.damaged' });
    await assert.rejects(open(octets('%PDF-1.7\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF')), {
      code: 'pdf.damaged',
    });
    await assert.rejects(open(octets(`%PDF-1.7\n${'1 0 obj '.repeat(1000)}`)), { code: 'pdf.damaged' });
  });

  it('does not follow references for ever', async () => {
    const file = await open(tableFile({ ...pageObjects(), 4: '5 0 R', 5: '4 0 R' }));
    await assert.rejects(file.resolve(new PdfReference(4, 0)), { code: 'pdf.too_deep' });
    assert.equal(await file.resolve(new PdfReference(77, 0)), null);
  });

  it('has null where an object is another one, or cannot be read', async () => {
    const text = textOf(tableFile({ ...pageObjects(), 4: '(four)', 5: '(five)' }));
    const file = await open(octets(text.replace('4 0 obj', '9 0 obj').replace('(five)', '<<five>')));
    assert.equal(await file.resolve(new PdfReference(4, 0)), null);
    assert.equal(await file.resolve(new PdfReference(5, 0)), null);
  });

  it('has streams of the length that their end says, when they say another one', async () => {
    for (const length of ['6', '2', '600', '(six)', '9 0 R', '-1']) {
      const file = await open(tableFile({ ...pageObjects(), 4: `<</Length ${length}>>\nstream\nabcdef\nendstream` }));
      const object = await file.object(4);
      assert.ok(object.value instanceof PdfDictionary);
      assert.equal(await file.streamLength(object), 6, length);
    }
  });
});
