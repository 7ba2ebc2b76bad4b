/** The PIN of a device, from anywhere but the arguments, which every user of the host can read. */
import { createReadStream } from 'node:fs';
import readline from 'node:readline';
import { Writable } from 'node:stream';
import process from 'node:process';
import { appError } from '../kernel/errors.ts';

/** Source of the PIN. */
export type PinSource =
  | { readonly from: 'terminal' }
  | { readonly from: 'file'; readonly file: string }
  /** Descriptor of this process: 0 is standard input. */
  | { readonly from: 'descriptor'; readonly descriptor: number };

/** No PIN can be had from where it was said to be. */
class PinUnreadableError extends appError('malformed', 'installation.pin_unreadable') {}

/**
 * Reads a PIN: the first line, without its end.
 *
 * @throws {@link PinUnreadableError}
 */
export async function readPin(source: PinSource): Promise<string> {
  const pin = source.from === 'terminal' ? await askAtTerminal() : await firstLine(source);
  if (pin === '') throw new PinUnreadableError('The PIN is empty.');
  return pin;
}

async function firstLine(source: Exclude<PinSource, { from: 'terminal' }>): Promise<string> {
  const where = source.from === 'file' ? source.file : `descriptor ${source.descriptor}`;
  const stream =
    source.from === 'file'
      ? createReadStream(source.file, { end: MAX_OCTETS })
      : createReadStream('', { fd: source.descriptor, autoClose: false });
  let text = '';
  try {
    for await (const piece of stream.setEncoding('utf8') as AsyncIterable<string>) {
      text += piece;
      if (text.includes('\n') || text.length > MAX_OCTETS) break;
    }
  } catch (cause) {
    throw new PinUnreadableError(`The PIN cannot be read from ${where}: ${(cause as Error).message}`, { cause });
  }
  return text.replace(/\r?\n[^]*$/, '');
}

/** Asks at the terminal without showing what is typed. */
async function askAtTerminal(): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw new PinUnreadableError('There is no terminal to ask for the PIN at; use --pin-file or --pin-fd.');
  stderr.write('PIN: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = readline.createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  const { promise, resolve } = Promise.withResolvers<string>();
  reader.once('line', resolve);
  reader.once('close', () => resolve(''));
  const line = await promise;
  reader.close();
  stderr.write('\n');
  return line;
}

/** No PIN is as long. */
const MAX_OCTETS = 4096;
