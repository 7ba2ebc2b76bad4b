/** Signatures of PDFs for tests: made with a key of the test, and verified by the octets alone. */
import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { SignedData, type SignerInfo, verifySigner } from '@sealwright/pki';
import { TestSigner } from '../../pki/test/cms-signers.ts';
import { bytesSource } from '../src/index.ts';
import { signPdf, type SignPdfOptions } from '../src/pdf/index.ts';

export const signer: TestSigner = TestSigner.named('SHA256withECDSA');

/** 2026-03-04T05:06:07Z. */
export const TIME = 1_772_600_767;

/** Octets that are the same in each run. */
export function foreseen(count: number): Uint8Array {
  return new Uint8Array(createHash('shake256', { outputLength: count }).update('foreseen').digest());
}

/** Signs a document with the test's key, and returns all of the result. */
export async function sign(document: Uint8Array, options: Partial<SignPdfOptions> = {}): Promise<Uint8Array> {
  const { certificate, algorithms } = signer;
  const keys = { certificate, chain: [], algorithms, sign: (data: Uint8Array) => signer.sign(data) };
  const signed = await signPdf(bytesSource(document), { signer: keys, time: TIME, random: foreseen, ...options });
  const pieces = await Array.fromAsync(signed.pieces());
  const result = new Uint8Array(Buffer.concat(pieces));
  assert.equal(result.length, signed.size);
  return result;
}

/** A signature that was found in a document. */
export interface FoundSignature {
  /** Octets from the start of the document that it covers, but for its own contents. */
  readonly covers: number;
  readonly isValid: boolean;
  readonly signerInfo: SignerInfo;
}

/** All signatures of a document in the order in which they stand there, each verified over its byte range. */
export function signaturesOf(document: Uint8Array): readonly FoundSignature[] {
  return [...rangesOf(document)].map((range) => verify(document, range));
}

/** The signature that stands last in a document. */
export function lastSignature(document: Uint8Array): FoundSignature {
  return verify(document, [...rangesOf(document)].at(-1)!);
}

function rangesOf(document: Uint8Array): Iterable<RegExpExecArray> {
  const text = Buffer.from(document).toString('latin1');
  return text.matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\] *\/Contents <([0-9a-f]*)>/g);
}

function verify(document: Uint8Array, [, ...found]: RegExpExecArray): FoundSignature {
  const [start, length, behind, rest] = found.slice(0, 4).map(Number) as [number, number, number, number];
  assert.equal(start, 0);
  assert.equal(document[length], 0x3c);
  assert.equal(document[behind - 1], 0x3e);
  const content = Buffer.concat([document.subarray(0, length), document.subarray(behind, behind + rest)]);
  const message = SignedData.parse(derOf(Uint8Array.fromHex(found[4]!)));
  const [signerInfo] = message.signers;
  assert.ok(signerInfo);
  const certificate = message.signerCertificate(signerInfo)!;
  const check = { certificate, contentType: message.contentType, content: { bytes: new Uint8Array(content) } };
  return { covers: behind + rest, isValid: verifySigner(signerInfo, check).status === 'valid', signerInfo };
}

/** The message without the zeros behind it. */
function derOf(contents: Uint8Array): Uint8Array {
  const lengthOctets = contents[1]! & 0x7f;
  const length = contents.subarray(2, 2 + lengthOctets).reduce((sum, octet) => sum * 256 + octet, 0);
  assert.ok(contents.subarray(2 + lengthOctets + length).every((octet) => octet === 0));
  return contents.subarray(0, 2 + lengthOctets + length);
}
