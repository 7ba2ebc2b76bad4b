/** Contents of the frames between a process that reads an SQLite file and the one that writes to it. */
import { deserialize, serialize } from 'node:v8';
import { unavailableReason, type UnitOutcome } from '../engine/index.ts';
import type { ColumnValue } from '../sql/index.ts';
import type { BoundUnit } from './bound-writes.ts';
import type { SqliteUnitWriter } from './sqlite-unit-writer.ts';
import type { FromWriter } from './write-messages.ts';

/** The first question says by which statements the numbers of the others are meant. */
export type WriterQuestion = { readonly type: 'hello'; readonly statements: string } | Question;

/** A question that is put to the database. */
export type Question =
  | { readonly type: 'units'; readonly units: readonly BoundUnit[] }
  | { readonly type: 'statement'; readonly sql: string; readonly values: readonly ColumnValue[] };

/** An answer; `refused` is that to a hello of another version. */
export type WriterAnswer = FromWriter | { readonly type: 'welcome' } | { readonly type: 'refused' };

/** Encodes a question. */
export function encodeQuestion(question: WriterQuestion): Uint8Array {
  return serialize(question);
}

/** Decodes a question. @throws {Error} when it is not one */
export function decodeQuestion(frame: Uint8Array): WriterQuestion {
  return deserialize(frame) as WriterQuestion;
}

/** Encodes an answer. */
export function encodeAnswer(answer: WriterAnswer): Uint8Array {
  return serialize(answer);
}

/** Decodes an answer. */
export function decodeAnswer(frame: Uint8Array): WriterAnswer {
  return deserialize(frame) as WriterAnswer;
}

/** Writes the units of all frames in one transaction, runs statements each in its own, and gives an answer for each frame. */
export function answerFrames(
  writer: Pick<SqliteUnitWriter, 'write' | 'run'>,
  frames: readonly Uint8Array[],
): readonly Uint8Array[] {
  const questions = frames.map(read);
  const units = questions.flatMap((question) => (question.type === 'units' ? question.units : []));
  const outcomes = units.length === 0 ? [] : writer.write(units);
  let next = 0;
  return questions.map((question) => {
    if (question.type !== 'units') return encodeAnswer(answerAlone(writer, question));
    const own: readonly UnitOutcome[] = outcomes.slice(next, (next += question.units.length));
    return encodeAnswer({ type: 'outcomes', outcomes: own });
  });
}

function read(frame: Uint8Array): WriterQuestion | Extract<FromWriter, { type: 'failed' }> {
  try {
    return decodeQuestion(frame);
  } catch (error) {
    return { type: 'failed', error };
  }
}

function answerAlone(
  writer: Pick<SqliteUnitWriter, 'run'>,
  question: Exclude<ReturnType<typeof read>, { type: 'units' }>,
): FromWriter {
  if (question.type === 'failed') return question;
  if (question.type === 'hello') return { type: 'failed', error: new TypeError('a hello comes first, and once') };
  try {
    return { type: 'rows', rows: writer.run(question.sql, question.values) };
  } catch (error) {
    return { type: 'failed', error, reason: unavailableReason(error) };
  }
}
