/** Standard input: a pipe that is read to its end, or a person who is asked. */
import readline from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { FileError } from './errors.ts';

/**
 * Reads a pipe to its end.
 *
 * @throws {@link FileError} `cli.file_unusable` when it holds more than 1 MiB
 */
export async function readToEnd(input: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_OCTETS)
      throw new FileError('cli.file_unusable', `standard input is longer than ${MAX_OCTETS} octets`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Asks for one line on a terminal without showing it; undefined without a terminal, and when the person ends the input. */
export async function askSecret(
  prompt: string,
  input: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream,
  output: Pick<WriteStream, 'write'>,
): Promise<string | undefined> {
  if (!input.isTTY) return undefined;
  output.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = readline.createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  reader.once('line', resolve);
  reader.once('SIGINT', () => resolve(undefined));
  reader.once('close', () => resolve(undefined));
  const line = await promise;
  reader.close();
  output.write('\n');
  return line;
}

const MAX_OCTETS = 1024 * 1024;
