import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DocumentError } from '@sealwright/documents';
import { pageObjects, tableFile } from '../../../../../../documents/test/pdf-documents.ts';
import { foreseen, signer, TIME } from '../../../../../../documents/test/pdf-signatures.ts';
import { doPdfTask, memoryOf, type PdfThreadInput } from './pdf-task.ts';

const { digest } = signer.algorithms;

/** A document that is written anew. */
function taskOf(octets: Uint8Array): PdfThreadInput {
  return {
    document: { in: 'memory', octets: new Uint8Array(octets) },
    options: { time: TIME, digest, append: false, random: undefined },
    reserved: 1000,
    maxRewritten: 1_000_000,
  };
}

it('what a thread makes of a PDF document is given away, however small it is', async () => {
  const output = await doPdfTask(taskOf(tableFile(pageObjects())), { bytes: foreseen });
  assert.ok(output.status === 'prepared' && output.rewritten !== undefined);
  const { reserved, rewritten } = output;
  const sizes = [reserved.bytes.length, rewritten.length];
  const given = structuredClone(output, { transfer: memoryOf(output) });
  assert.deepEqual([given.reserved.bytes.length, given.rewritten?.length], sizes);
  assert.deepEqual([reserved.bytes.length, rewritten.length], [0, 0]);
});

it('a PDF document is refused by a thread with errors of PDF only: others are bugs, as they are in place', async () => {
  class OtherError extends DocumentError {}
  const other = new OtherError('other.error', 'no error of a document');
  const random = {
    bytes: () => {
      throw other;
    },
  };
  await assert.rejects(doPdfTask(taskOf(tableFile(pageObjects())), random), other);
  const output = await doPdfTask(taskOf(new Uint8Array(1000)), random);
  assert.deepEqual([output.status, 'code' in output && output.code], ['refused', 'pdf.no_header']);
});
