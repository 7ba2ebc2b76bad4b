/** Requests to the workers that a new installation begins with, made before the clock starts. */
import { encodeTimeStampRequest, findImprintAlgorithm, makeMessageImprint } from '@sealwright/pki';
import { randomBytes } from 'node:crypto';
import { jsonPost, jsonRequest, post, type Target } from './http-load.ts';

/** Documents of a kilobyte each, for their bare signatures. */
export function plainSignatures(target: Target): Buffer[] {
  return distinct(() => processPost(target, 'PlainSigner', randomBytes(1024)));
}

/** Has the worker for bare signatures archive what it is sent and what it answers, from now on. */
export function archivingOfPlainSignatures(target: Target): Buffer {
  const properties = {
    ARCHIVERS: 'org.signserver.server.archive.base64dbarchiver.Base64DatabaseArchiver',
    'ARCHIVER0.ARCHIVE_OF_TYPE': 'REQUEST_AND_RESPONSE',
  };
  return jsonRequest(target, `PATCH /signserver/rest/v1/workers/${PLAIN_SIGNER_ID}`, { properties });
}

/** Time-stamps with the certificates of the authority. */
export function timeStamps(target: Target): Buffer[] {
  const sha256 = findImprintAlgorithm('SHA-256')!;
  return distinct(() => {
    const messageImprint = makeMessageImprint(sha256, randomBytes(32));
    const nonce = BigInt(`0x${randomBytes(8).toString('hex')}`);
    const request = { messageImprint, policy: undefined, nonce, certificateRequested: true };
    return processPost(target, 'TimeStampSigner', encodeTimeStampRequest(request));
  });
}

/** Messages around a megabyte each. */
export function largeCms(target: Target): Buffer[] {
  return [post(target, '/signserver/worker/CMSSigner', 'application/octet-stream', randomBytes(1_000_000))];
}

export function pdfDocuments(target: Target): Buffer[] {
  return [post(target, '/signserver/worker/PDFSigner', 'application/pdf', makePdf(randomBytes(100_000)))];
}

function processPost(target: Target, worker: string, document: Uint8Array): Buffer {
  return jsonPost(target, `/signserver/rest/v1/workers/${worker}/process`, {
    data: document.toBase64(),
    encoding: 'BASE64',
  });
}

function distinct(make: () => Buffer): Buffer[] {
  return Array.from({ length: 1000 }, make);
}

/** A page whose contents are a comment. */
export function makePdf(octets: Uint8Array): Buffer {
  const comment = Buffer.from(`%${octets.toHex().slice(0, octets.length)}\n`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    `<< /Length ${comment.length} >>\nstream\n${comment.toString('latin1')}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 5\n0000000000 65535 f \n${entries}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table, 'latin1');
}

/** Of the first of the workers. */
const PLAIN_SIGNER_ID = 1;
