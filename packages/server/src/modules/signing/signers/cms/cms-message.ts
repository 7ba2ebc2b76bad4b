/** A CMS message around a content of any size. */
import {
  type Der,
  encodeSignedData,
  type Oid,
  signedDataAround,
  type SignerAlgorithms,
  streamSignedData,
} from '@sealwright/pki';
import { type Content, contentOf } from '../../../../kernel/content.ts';
import { joinContents, partOf } from '../../worker-contract/index.ts';

export interface CmsMessageFields {
  readonly contentType: Oid;
  /** DER. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithms: SignerAlgorithms;
  readonly signer: Der<'SignerInfo'>;
}

/**
 * Encodes a message of one signer.
 *
 * @param content - undefined for a detached signature, which is in DER always
 * @param der - else in BER with indefinite lengths around the content
 */
export function encodeCmsMessage(fields: CmsMessageFields, content: Content | undefined, der: boolean): Content {
  const { contentType, certificates, signer } = fields;
  const message = { contentType, certificates, signers: [signer] };
  if (content === undefined) return contentOf(encodeSignedData(message, undefined));
  const parts = der ? inDer(message, content) : inBer(fields, content);
  return inMemory(parts) ?? joinContents(parts);
}

function inDer(message: Parameters<typeof signedDataAround>[0], content: Content): readonly Content[] {
  const { before, after } = signedDataAround(message, content.octets);
  return [contentOf(before), content, contentOf(after)];
}

function inBer(
  { contentType, certificates, algorithms, signer }: CmsMessageFields,
  content: Content,
): readonly Content[] {
  const stream = streamSignedData({ contentType, certificates, algorithms: [algorithms] });
  const parts = [contentOf(stream.before)];
  for (let at = 0; at < content.octets; at += PIECE) {
    const piece = partOf(content, at, Math.min(PIECE, content.octets - at));
    parts.push(contentOf(stream.pieceHeader(piece.octets)), piece);
  }
  parts.push(contentOf(stream.after([signer])));
  return parts;
}

/** All of it at once when it is small and in memory anyway. */
function inMemory(parts: readonly Content[]): Content | undefined {
  const bytes = parts.flatMap(({ inMemory: octets }) => octets ?? []);
  if (bytes.length < parts.length || parts.reduce((sum, { octets }) => sum + octets, 0) > PIECE) return undefined;
  return contentOf(Buffer.concat(bytes));
}

/** Octets of one part of a content in BER. */
const PIECE = 1024 * 1024;
