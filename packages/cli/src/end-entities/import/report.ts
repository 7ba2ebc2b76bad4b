/**
 * The report of an import: a file beside the input with a line for each of its lines, in the same order.
 *
 * While the import runs the report is called `FILE.report.csv.part` and grows, so that an import that was cut off goes on where the report ends.
 * At the end it becomes `FILE.report.csv`. A later import of the same file takes over what that one has done, and tries again what was refused.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { FileError } from '../../errors.ts';
import { formatCsvRecord, plainCell, readCsvRecords } from '../../files/csv-records.ts';
import { unreadable, unwritable } from '../../files/file-errors.ts';
import { printable } from '../../terminal/output.ts';

/** Outcome of a line. */
export type LineOutcome = 'added' | 'pending' | 'refused' | 'unchanged' | 'updated';

/** A line of the report. */
export interface ReportLine {
  /** Number of the line of the input. */
  readonly line: number;
  readonly username: string;
  readonly outcome: LineOutcome;
  /** Reason of a refusal, or the number of a request for approval. */
  readonly detail: string;
}

/** A report that is being written. */
export class ImportReport {
  /** The file at the end. */
  readonly file: string;
  readonly counts: Record<LineOutcome, number> = { added: 0, unchanged: 0, updated: 0, pending: 0, refused: 0 };
  readonly #part: FileHandle;
  readonly #earlier: EarlierLines;
  #last = 0;
  #waiting = '';
  #writing: Promise<void> | undefined;
  #failure: unknown;

  private constructor(file: string, part: FileHandle, earlier: EarlierLines) {
    this.file = file;
    this.#part = part;
    this.#earlier = earlier;
  }

  /**
   * Opens the report of an input, and goes on with one that was left.
   *
   * @param identity - of the input and the options. A report of another one is not looked at, and overwritten.
   * @param headerLine - number of the line of the header
   * @throws {@link FileError}
   */
  static async open(input: string, identity: string, headerLine: number): Promise<ImportReport> {
    const file = `${input}.report.csv`;
    const partFile = file + PART;
    const part = await attempt(partFile, () => open(partFile, 'a+', 0o600));
    await attempt(partFile, async () => part.truncate(await endOfLastLine(part)));
    const left = await EarlierLines.open(partFile, identity);
    const earlier = (await EarlierLines.open(file, identity)) ?? EarlierLines.none();
    const report = new ImportReport(file, part, earlier);
    if (left === undefined) {
      await attempt(partFile, () => part.truncate(0));
      report.#write(formatCsvRecord(HEADER) + formatCsvRecord([String(headerLine), '', HEADER_OUTCOME, identity]));
      return report;
    }
    for (let line = await left.next(); line !== undefined; line = await left.next()) report.#count(line);
    return report;
  }

  /** Number of the last line of the input that is in the report. */
  get last(): number {
    return this.#last;
  }

  /** Returns the line of an earlier report, when it was not refused there. Lines have to be asked for in their order. */
  async doneEarlier(line: number): Promise<ReportLine | undefined> {
    const found = await this.#earlier.at(line);
    return found?.outcome === 'refused' ? undefined : found;
  }

  /** Adds the next line. It is in the file soon after. @throws {@link FileError} when an earlier one could not be written */
  add(line: ReportLine): void {
    if (this.#failure !== undefined) throw unwritable(this.file, this.#failure);
    this.#count(line);
    this.#write(formatCsvRecord([String(line.line), plainCell(line.username), line.outcome, printable(line.detail)]));
  }

  /** Ends the report and gives it its name. @throws {@link FileError} */
  async finish(): Promise<void> {
    await this.close();
    if (this.#failure !== undefined) throw unwritable(this.file, this.#failure);
    await attempt(this.file, () => rename(this.file + PART, this.file));
  }

  /** Leaves the report as it is, for the next run. */
  async close(): Promise<void> {
    await this.#earlier.close();
    while (this.#writing !== undefined) await this.#writing;
    await this.#part.sync();
    await this.#part.close();
  }

  /** Removes what this run and those that were cut off have written. */
  async discard(): Promise<void> {
    await this.close();
    await rm(this.file + PART, { force: true });
  }

  #count({ line, outcome }: ReportLine): void {
    this.#last = line;
    this.counts[outcome]++;
  }

  /** Begins to write, unless that goes on. */
  #write(text: string): void {
    this.#waiting += text;
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting !== '') {
        await pause(GATHER_MS);
        const text = this.#waiting;
        this.#waiting = '';
        await this.#part.appendFile(text);
      }
    } catch (cause) {
      this.#failure = cause;
    }
  }
}

/** The lines of a report that is there already, read one after the other. */
class EarlierLines {
  readonly #lines: AsyncIterator<ReportLine>;
  #next: ReportLine | undefined;

  private constructor(lines: AsyncIterator<ReportLine>) {
    this.#lines = lines;
  }

  static none(): EarlierLines {
    return new EarlierLines(noLines());
  }

  /** Returns undefined when there is no report, or one of something else. */
  static async open(file: string, identity: string): Promise<EarlierLines | undefined> {
    const records = readCsvRecords(file, createReadStream(file));
    try {
      const header = await records.next();
      const first = await records.next();
      const [, , outcome, detail] = first.value?.fields ?? [];
      if (header.value?.fields.join() === HEADER.join() && outcome === HEADER_OUTCOME && detail === identity)
        return new EarlierLines(reportLines(records));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!(error instanceof FileError) && code !== 'ENOENT') throw unreadable(file, error);
    }
    await records.return(undefined);
    return undefined;
  }

  async next(): Promise<ReportLine | undefined> {
    const { value, done } = await this.#lines.next();
    return done === true ? undefined : value;
  }

  async at(line: number): Promise<ReportLine | undefined> {
    this.#next ??= await this.next();
    while (this.#next !== undefined && this.#next.line < line) this.#next = await this.next();
    return this.#next?.line === line ? this.#next : undefined;
  }

  async close(): Promise<void> {
    await this.#lines.return?.();
  }
}

async function* noLines(): AsyncGenerator<ReportLine> {}

/** Ends at the first record that is not a line of a report: the last one of a run that was cut off, or what somebody has written there. */
async function* reportLines(records: ReturnType<typeof readCsvRecords>): AsyncGenerator<ReportLine> {
  try {
    for await (const { fields } of records) {
      const [line = '', username = '', outcome = '', detail = ''] = fields;
      if (fields.length !== HEADER.length || !/^\d{1,15}$/.test(line) || !isOutcome(outcome)) return;
      yield { line: Number(line), username, outcome, detail };
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
}

/** A run that was cut off may have written a part of a line. No line of a report has a line feed within. */
async function endOfLastLine(handle: FileHandle): Promise<number> {
  let end = (await handle.stat()).size;
  const piece = new Uint8Array(PIECE);
  while (end > 0) {
    const start = Math.max(0, end - PIECE);
    const { bytesRead } = await handle.read(piece, 0, end - start, start);
    const at = piece.subarray(0, bytesRead).lastIndexOf(LINE_FEED);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

function isOutcome(text: string): text is LineOutcome {
  return OUTCOMES.includes(text);
}

async function attempt<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

const HEADER = ['line', 'username', 'outcome', 'detail'];
/** Outcome of the line that stands for the header of the input. */
const HEADER_OUTCOME = 'header';
const OUTCOMES: readonly string[] = ['added', 'unchanged', 'updated', 'pending', 'refused'] satisfies LineOutcome[];
const PART = '.part';
/** Lines of so long are written together. */
const GATHER_MS = 20;
const PIECE = 65_536;
const LINE_FEED = 0x0a;
