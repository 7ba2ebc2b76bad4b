/** Uses the installed package: reads the header of a PDF. */
import assert from 'node:assert/strict';
import { bytesSource, DocumentError } from '@sealwright/documents';
import { readHeader } from '@sealwright/documents/pdf';

const encoder = new TextEncoder();
assert.equal((await readHeader(bytesSource(encoder.encode('%PDF-1.7\n')))).version, '1.7');
await assert.rejects(readHeader(bytesSource(encoder.encode('text'))), DocumentError);
