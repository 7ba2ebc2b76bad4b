/** Forms as they arrive (RFC 7578): bounded in size, number and length of their parts. */
import {
  Busboy,
  type BusboyConfig,
  type BusboyFileStream,
  type BusboyHeaders,
  type BusboyInstance,
} from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { BadBodyError } from '../errors/index.ts';

/** Receiver of the parts of a form. Throwing refuses the form, as `refuse` does. */
export interface FormParts {
  /** @param encoding - of its octets (RFC 2045 §6): some clients send a file in `base64` */
  file(stream: BusboyFileStream, part: string, fileName: string, encoding: string): void;
  text(text: string, part: string | undefined, truncated: boolean): void;
  /** Returns the error of a form with more parts, or more texts, than `limits` say. */
  tooMany(): Error;
  /** Returns the stream that the body goes through on its way to the parser. */
  through?(parser: BusboyInstance): Writable;
  /** Ends what the parts had begun. */
  refused?(error: unknown): void;
}

/**
 * Reads the body to its end, whatever comes of it: the rest of one that is refused is thrown away.
 *
 * @param parts - receives a function that refuses the form later, and returns their receiver
 * @throws {@link BadBodyError}, and what the parts refuse the form with
 */
export async function readForm(
  request: IncomingMessage,
  options: Omit<BusboyConfig, 'headers'>,
  parts: (refuse: (error: unknown) => void) => FormParts,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const refuse = (error: unknown) => {
    request.unpipe();
    // The octets that were read would stay for as long as the client takes to send the rest.
    request.off('error', broken).off('close', closed);
    request.resume();
    receiver.refused?.(error);
    reject(error);
  };
  const receiver = parts(refuse);
  const broken = (cause: unknown) => refuse(new BadBodyError({ cause }));
  const closed = () => {
    if (!request.complete) refuse(new BadBodyError());
  };
  const attempt = (step: () => void) => {
    try {
      step();
    } catch (error) {
      refuse(error);
    }
  };
  const parser = parserFor(request, options);
  parser
    .on('file', (part: string, stream: BusboyFileStream, fileName: string, encoding: string) => {
      // When a form ends within a file, the file reports it first; an error without a listener ends the process.
      stream.on('error', broken);
      attempt(() => receiver.file(stream, part, fileName, encoding));
    })
    .on('field', (part: string | undefined, text: string, partTruncated: boolean, truncated: boolean) =>
      attempt(() => receiver.text(text, part, partTruncated || truncated)),
    )
    .on('partsLimit', () => refuse(receiver.tooMany()))
    .on('fieldsLimit', () => refuse(receiver.tooMany()))
    .on('finish', () => resolve(undefined))
    .on('error', broken);
  request.on('error', broken).on('close', closed);
  request.pipe(receiver.through?.(parser).on('error', refuse) ?? parser);
  await promise;
}

function parserFor(request: IncomingMessage, options: Omit<BusboyConfig, 'headers'>): BusboyInstance {
  try {
    return new Busboy({ ...options, headers: request.headers as BusboyHeaders });
  } catch (cause) {
    request.resume();
    throw new BadBodyError({ cause });
  }
}
