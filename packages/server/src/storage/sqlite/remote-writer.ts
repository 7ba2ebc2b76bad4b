/** The writer of an SQLite file in another process of the host, at both ends of the channel. */
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { AskingChannel, answerChannel, type ChannelLostError } from '../../channels/index.ts';
import { StorageUnavailableError, type UnitOfWork } from '../../kernel/unit-of-work.ts';
import { OtherWriterVersionError, type UnitOutcome } from '../engine/index.ts';
import type { ColumnValue, WriteDefinitions } from '../sql/index.ts';
import { BoundGroup } from './bound-group.ts';
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
    const group = new BoundGroup(this.#binding, units);
    if (group.units.length === 0) return group.outcomes([]);
    try {
      const answer = await this.#ask({ type: 'units', units: group.units });
      if (answer.type !== 'outcomes') throw failureOf(answer);
      return group.outcomes(answer.outcomes);
    } catch (cause) {
      // Nobody can tell what a process that has ended has stored.
      return group.unavailable(cause);
    }
  }

  async run(sql: string, values: readonly ColumnValue[]): Promise<readonly Row[]> {
    const answer = await this.#ask({ type: 'statement', sql, values });
    if (answer.type === 'failed') throw new StorageUnavailableError({ cause: answer.error, reason: answer.reason });
    if (answer.type !== 'rows') throw failureOf(answer);
    return answer.rows;
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

function failureOf(answer: WriterAnswer): unknown {
  return answer.type === 'failed' ? answer.error : new TypeError(`the writer answered '${answer.type}'`);
}
