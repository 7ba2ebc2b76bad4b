/** The writer of an SQLite file in another process of the host, at both ends of the channel. */
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { AskingChannel, answerChannel, type ChannelLostError } from '../../channels/index.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { OtherWriterVersionError, type UnitOutcome } from '../engine/index.ts';
import type { ColumnValue, WriteDefinitions } from '../sql/index.ts';
import { askToRun, askToWrite } from './asking-writer.ts';
import { WriteBinding } from './bound-writes.ts';
import type { ServingWriter, SqliteWriter } from './file-writer.ts';
import type { Row } from './sqlite-connection.ts';
import {
  decodeAnswer,
  decodeQuestion,
  encodeAnswer,
  encodeQuestion,
  type WriterAnswer,
  type WriterQuestion,
} from './writer-frames.ts';

/** The writer, as a process sees it that reads on connections of its own. */
export class RemoteWriter implements SqliteWriter {
  readonly #channel: AskingChannel;
  readonly #binding: WriteBinding;
  #closed = false;

  private constructor(channel: AskingChannel, binding: WriteBinding) {
    this.#channel = channel;
    this.#binding = binding;
  }

  /**
   * Says hello.
   *
   * @param onLost - is told when the writer is gone
   * @throws {@link OtherWriterVersionError} when the writer has other statements
   */
  static async start(
    stream: Duplex,
    definitions: WriteDefinitions,
    onLost: (error: ChannelLostError) => void,
  ): Promise<RemoteWriter> {
    const binding = new WriteBinding(definitions);
    const channel = new AskingChannel(stream, onLost);
    const writer = new RemoteWriter(channel, binding);
    const answer = await writer.#ask({ type: 'hello', statements: checksumOf(binding) });
    if (answer.type !== 'welcome') throw new OtherWriterVersionError();
    return writer;
  }

  async write(units: readonly UnitOfWork[]): Promise<readonly UnitOutcome[]> {
    return askToWrite((question) => this.#ask(question), this.#binding, units);
  }

  async run(sql: string, values: readonly ColumnValue[]): Promise<readonly Row[]> {
    return askToRun((question) => this.#ask(question), sql, values);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#channel.close();
  }

  async #ask(question: WriterQuestion): Promise<WriterAnswer> {
    if (this.#closed) return { type: 'failed', error: new Error('the database is closed') };
    return decodeAnswer(await this.#channel.ask(encodeQuestion(question)));
  }
}

/**
 * Has `writer` answer another process.
 *
 * @param onBroken - is told why the process is heard no more: a damaged frame, or a hello of another version
 */
export function serveWriter(
  stream: Duplex,
  writer: ServingWriter,
  definitions: WriteDefinitions,
  onBroken: (error: unknown) => void,
): void {
  const statements = checksumOf(new WriteBinding(definitions));
  let isWelcome = false;
  const answer = async (frame: Uint8Array) => {
    if (isWelcome) return writer.answerFrame(frame);
    const question = decodeQuestion(frame);
    isWelcome = question.type === 'hello' && question.statements === statements;
    return encodeAnswer({ type: isWelcome ? 'welcome' : 'refused' });
  };
  answerChannel(stream, answer, onBroken);
}

/** SHA-256 of all statements in their order: a number means the same statement where it is the same. */
function checksumOf({ statements }: WriteBinding): string {
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex');
}
