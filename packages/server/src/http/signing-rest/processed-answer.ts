/** Answer with the result of a worker. Large results go out piece by piece. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Content } from '../../kernel/content.ts';
import type { ProcessedContent } from '../../modules/signing/index.ts';
import { heldInMemory } from '../bodies/index.ts';
import { contentDisposition, piecesOf } from '../uploads/index.ts';

/** As JSON, the output in base64. @param isInMemory - the document that it was made of is in memory until the answer is out */
export function sendProcessedJson(reply: FastifyReply, processed: ProcessedContent, isInMemory = false): FastifyReply {
  const { content, requestId, archiveId, signerCertificate } = processed;
  const rest = JSON.stringify({
    requestId: String(requestId),
    archiveId: archiveId ?? null,
    signerCertificate: signerCertificate?.der.toBase64() ?? null,
    metaData: {},
  });
  const [before, after] = ['{"data":"', `",${rest.slice(1)}`];
  // A text is sent as it is, past the writer of the schema, which would look at every character of the output again.
  void reply.serializer((text) => text as string).type('application/json');
  if (content.inMemory !== undefined && content.octets <= WHOLE_OCTETS)
    return reply.send(before + content.inMemory.toBase64() + after);
  void reply.header('content-length', before.length + base64Length(content.octets) + after.length);
  return reply.send(streamOf(base64Pieces(before, content, after), isInMemory || content.inMemory !== undefined));
}

/** As a file of the signer's media type. */
export function sendProcessedFile(reply: FastifyReply, processed: ProcessedContent): FastifyReply {
  const { content, mediaType, fileName } = processed;
  void reply.type(mediaType).header('content-length', content.octets);
  if (fileName !== undefined) void reply.header('content-disposition', contentDisposition(fileName));
  if (content.inMemory !== undefined && content.octets <= WHOLE_OCTETS)
    return reply.send(Buffer.from(content.inMemory));
  return reply.send(streamOf(piecesOf(content), content.inMemory !== undefined));
}

/** A slow client is not to hold what is in memory alone. */
function streamOf(pieces: AsyncIterable<string | Uint8Array>, isInMemory: boolean): Readable {
  const stream = Readable.from(pieces);
  return isInMemory ? heldInMemory(stream) : stream;
}

async function* base64Pieces(before: string, content: Content, after: string): AsyncGenerator<string> {
  yield before;
  for await (const piece of piecesOf(content)) yield piece.toBase64();
  yield after;
}

function base64Length(octets: number): number {
  return 4 * Math.ceil(octets / 3);
}

const WHOLE_OCTETS = 1024 * 1024;
