/** The import of end entities from a file. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CliError, FileError, SenselessImportError } from '../../errors.ts';
import { readCsvRecords } from '../../files/csv-records.ts';
import { describeFileSystemError } from '../../files/file-errors.ts';
import type { EndEntityRest } from '../../rest/end-entity-rest.ts';
import type { RecordChanges } from '../record.ts';
import { ImportColumns, type ImportLine } from './columns.ts';
import { importLine, missingMembers, type Wait } from './import-line.ts';
import { inOrder } from './in-order.ts';
import { ImportReport, type LineOutcome, type ReportLine } from './report.ts';

/** A file of end entities, and what it is to become. */
export interface Import {
  readonly file: string;
  /** Members that options name, for lines without a value of their own. */
  readonly defaults: RecordChanges;
  readonly update: boolean;
}

/** A file that was read to its end, as far as that takes no server. */
export interface Survey {
  /** Lines below the header. */
  readonly lines: number;
  /** Of the content: SHA-256, in hexadecimal. */
  readonly digest: string;
  readonly headerLine: number;
}

/** Course of an import. */
export interface ImportCourse {
  readonly connections: number;
  readonly wait: Wait;
  /** Called with the number of lines that are done, in rising order. */
  readonly onProgress: (done: number) => void;
}

/** Outcome of an import: lines by what became of them. */
export interface ImportResult {
  readonly counts: Readonly<Record<LineOutcome, number>>;
  readonly report: string;
}

/**
 * Reads the file to its end: a file that is not CSV is refused before anything is sent.
 *
 * @throws {@link FileError}
 */
export async function survey({ file, defaults }: Import): Promise<Survey> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const piece of octetsOf(file)) {
      hash.update(piece);
      yield piece;
    }
  };
  let columns: ImportColumns | undefined;
  let lines = 0;
  for await (const record of readCsvRecords(file, hashed())) {
    if (columns === undefined) columns = new ImportColumns(file, record, defaults);
    else lines++;
  }
  if (columns === undefined) throw new FileError('cli.file_unusable', `${file} is empty; a header belongs there`);
  return { lines, digest: hash.digest('hex'), headerLine: columns.line };
}

/** Finds the lines that the file alone shows to be wrong. @throws {@link FileError} */
export async function* checkLines(asked: Import): AsyncGenerator<ReportLine> {
  for await (const line of linesOf(asked)) {
    const detail = line.problem ?? missingMembers(line);
    if (detail !== undefined) yield { line: line.line, username: line.username, outcome: 'refused', detail };
  }
}

/**
 * Imports the file, or goes on with it. Each line is added once, however often the import was cut off.
 *
 * @param server - address, so that the report of another server is not taken for this one's
 * @throws {CliError} when the server cannot be reached, or refuses the first lines all for the same reason
 */
export async function importFile(
  rest: EndEntityRest,
  asked: Import,
  { digest, headerLine }: Survey,
  { connections, wait, onProgress, server }: ImportCourse & { readonly server: string },
): Promise<ImportResult> {
  const options = JSON.stringify([server, asked.update, asked.defaults]);
  const identity = `sha256 ${createHash('sha256').update(digest).update(options).digest('hex')}`;
  const report = await ImportReport.open(asked.file, identity, headerLine);
  const stop = new AbortController();
  const results = inOrder(
    remainingLines(asked, report),
    async ({ line, earlier }) => {
      if (earlier !== undefined) return { isSent: false, result: earlier };
      const { signal } = stop;
      signal.throwIfAborted();
      try {
        return { isSent: true, result: await importLine(rest, line, { update: asked.update, wait, signal }) };
      } catch (error) {
        stop.abort(error);
        throw error;
      }
    },
    { atOnce: connections, ahead: connections * AHEAD },
  );
  const firstLines = new FirstLines();
  try {
    for await (const { isSent, result } of results) {
      if (isSent) firstLines.requireSense(result);
      report.add(result);
      onProgress(Object.values(report.counts).reduce((sum, count) => sum + count));
    }
  } catch (error) {
    if (error instanceof SenselessImportError) await report.discard();
    else await report.close();
    if (error instanceof CliError && !(error instanceof SenselessImportError))
      error.left = 'what was done is kept: run the same command again, and it goes on';
    throw error;
  }
  await report.finish();
  return { counts: report.counts, report: report.file };
}

/** The lines that are not in the report, each with what an earlier import has done for it. */
async function* remainingLines(
  asked: Import,
  report: ImportReport,
): AsyncGenerator<{ readonly line: ImportLine; readonly earlier: ReportLine | undefined }> {
  const { last } = report;
  for await (const line of linesOf(asked))
    if (line.line > last) yield { line, earlier: await report.doneEarlier(line.line) };
}

async function* linesOf({ file, defaults }: Import): AsyncGenerator<ImportLine> {
  let columns: ImportColumns | undefined;
  for await (const record of readCsvRecords(file, octetsOf(file))) {
    if (columns === undefined) columns = new ImportColumns(file, record, defaults);
    else yield columns.read(record);
  }
}

async function* octetsOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    const reason = describeFileSystemError(cause);
    throw new FileError('cli.file_unreadable', `${file} (the end entities) cannot be read: ${reason}`, { cause });
  }
}

/** The first lines that are sent: when all of them are refused for one reason, so will be the others. */
class FirstLines {
  #count = 0;
  #reason: string | undefined;

  /** @throws {@link SenselessImportError} */
  requireSense({ outcome, detail }: ReportLine): void {
    if (this.#count > FIRST_LINES) return;
    this.#count++;
    if (outcome !== 'refused' || (this.#reason ??= detail) !== detail) this.#count = FIRST_LINES + 1;
    else if (this.#count === FIRST_LINES)
      throw new SenselessImportError(`the first ${FIRST_LINES} lines are refused for the same reason: ${detail}`);
  }
}

const FIRST_LINES = 100;
/** Lines that are begun before the first one of them has to be done, for each connection. */
const AHEAD = 8;
