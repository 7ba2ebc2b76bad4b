/** Standard input: a pipe that is read to its end, or a person who is asked. */
import readline from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { FileError } from '../errors.ts';

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
export async function askSecret(prompt: string, input: TerminalInput, output: TerminalOutput) {
  if (!input.isTTY) return undefined;
  output.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = await nextLine('', input, nowhere);
  output.write('\n');
  return line;
}

/** Asks as {@link askSecret} does, and shows what is typed. */
export async function askQuestion(prompt: string, input: TerminalInput, output: NodeJS.WritableStream) {
  if (!input.isTTY) return undefined;
  const line = await nextLine(prompt, input, output);
  if (line === undefined) output.write('\n');
  return line;
}

type TerminalInput = Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream;
type TerminalOutput = Pick<WriteStream, 'write'>;

async function nextLine(prompt: string, input: TerminalInput, output: NodeJS.WritableStream) {
  const reader = readline.createInterface({ input, output, prompt, terminal: true, historySize: 0 });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  reader.once('line', resolve);
  reader.once('SIGINT', () => resolve(undefined));
  reader.once('close', () => resolve(undefined));
  if (prompt !== '') reader.prompt();
  const line = await promise;
  reader.close();
  return line;
}

const MAX_OCTETS = 1024 * 1024;
