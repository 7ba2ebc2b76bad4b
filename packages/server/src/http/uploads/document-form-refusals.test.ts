import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { readDocumentForm } from './document-form.ts';
import { Spool } from './spool.ts';

const KIB = 1024;
const NO_LIMIT = { octets: Number.MAX_SAFE_INTEGER, setting: 'none' };

describe('a form', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'document-form-'));
  after(() => rmSync(directory, { recursive: true, force: true }));

  /** Sends a file of so many KiB, in pieces of 64 KiB. */
  const formOf = (kib: number, end = '\r\n--x--\r\n') => {
    const head = '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n';
    const pieces = Array.from({ length: kib / 64 }, () => Buffer.alloc(64 * KIB));
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const request = Readable.from([Buffer.from(head), ...pieces, Buffer.from(end)]);
    return Object.assign(request, { headers, complete: true }) as unknown as IncomingMessage;
  };

  // In memory, and in a file.
  for (const kib of [128, 8192]) {
    it(`of ${kib} KiB is refused for what is wrong with it`, async () => {
      const spool = (maxOctets?: number) => new Spool(path.join(directory, 'documents'), maxOctets);
      const options = { spool: spool(), limit: NO_LIMIT, maxFields: 1 };
      const limit = { octets: kib * KIB - 1, setting: 'small' };
      for (const [request, given, code] of [
        [formOf(kib), { ...options, limit }, 'upload.document_too_large'],
        [formOf(kib), { ...options, spool: spool(limit.octets) }, 'upload.no_room'],
        [formOf(kib, ''), options, 'http.bad_body'],
      ] as const) {
        await assert.rejects(readDocumentForm(request, given), { code });
      }
    });
  }
});
