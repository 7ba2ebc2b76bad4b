/** Columns of a file of end entities: what each is called, and how its values are read. */
import { FileError } from '../../errors.ts';
import type { CsvRecord } from '../../files/csv-records.ts';
import { printable } from '../../terminal/output.ts';
import { MEMBER_NAMES, type NamedValue, type RecordChanges, STATUSES, TOKENS } from '../record.ts';
import {
  MOST_IN_DATA,
  MOST_IN_NAME,
  MOST_IN_PASSWORD,
  readAlternativeNames,
  readDecimalSerial,
  readSubject,
  readText,
  readTime,
  readTruth,
  readWord,
  type Read,
  ValueProblem,
} from '../values.ts';

/** One line of the file: an end entity that it asks for, or why it cannot. */
export interface ImportLine {
  /** Number of the line on which it begins, counted from 1. */
  readonly line: number;
  /** Empty when there is none. */
  readonly username: string;
  /** Never shown. */
  readonly password: string | undefined;
  /** Members that the line and the options name. An optional one that is empty is undefined: the end entity has none. */
  readonly changes: RecordChanges;
  /** A sentence without a full stop. */
  readonly problem: string | undefined;
}

/** The header of a file, and the lines under it. */
export class ImportColumns {
  /** Number of the line of the header. */
  readonly line: number;
  readonly #file: string;
  readonly #columns: readonly string[];
  readonly #defaults: RecordChanges;
  readonly #lines = new Map<string, number>();

  /**
   * @param defaults - members that options name, for lines without a value of their own
   * @throws {@link FileError} for a header with a column that is unknown, twice, or missing
   */
  constructor(file: string, header: CsvRecord, defaults: RecordChanges) {
    this.line = header.line;
    this.#file = file;
    this.#defaults = defaults;
    this.#columns = header.fields.map((name) => this.#column(name, header));
    const twice = this.#columns.find((name, at) => this.#columns.indexOf(name) !== at);
    if (twice !== undefined) throw this.#headerProblem(`the column '${twice}' is there twice`);
    if (!this.#columns.includes('username')) throw this.#headerProblem("there is no column 'username'");
  }

  /** Reads a line. Lines have to come in the order of the file. */
  read({ line, fields }: CsvRecord): ImportLine {
    const count = this.#columns.length;
    if (fields.length !== count) {
      const problem = `it has ${fields.length} fields, and the header has ${count}`;
      return { line, username: '', password: undefined, changes: {}, problem };
    }
    const values = new Map(this.#columns.map((name, at) => [name, fields[at]!]));
    const username = values.get('username')!;
    const password = values.get('password') === '' ? undefined : values.get('password');
    const { changes, problem } = this.#changes(values);
    return { line, username, password, changes, problem: this.#problem(line, username, password) ?? problem };
  }

  #changes(values: ReadonlyMap<string, string>): Pick<ImportLine, 'changes' | 'problem'> {
    const changes: Record<string, unknown> = { ...this.#defaults };
    const data = { extensionData: [] as NamedValue[], customData: [] as NamedValue[] };
    let problem: string | undefined;
    for (const [column, text] of values) {
      const [prefix, member] = DATA.find(([start]) => column.startsWith(start)) ?? [undefined, undefined];
      const read = member === undefined ? COLUMNS[column]?.(text) : readText(text, MOST_IN_DATA);
      if (read instanceof ValueProblem) problem ??= `${column} ${read.problem}`;
      else if (member !== undefined) data[member].push({ name: column.slice(prefix.length), value: text });
      else Object.assign(changes, read);
    }
    for (const [, member] of DATA) if (data[member].length > 0) changes[member] = data[member];
    return { changes, problem };
  }

  #problem(line: number, username: string, password = ''): string | undefined {
    if (username.trim() === '') return 'the username is empty';
    const [name, secret] = [readText(username, MOST_IN_NAME), readText(password, MOST_IN_PASSWORD)];
    if (name instanceof ValueProblem) return `username ${name.problem}`;
    if (secret instanceof ValueProblem) return `password ${secret.problem}`;
    const before = this.#lines.get(username);
    if (before !== undefined) return `the username is that of line ${before}, too`;
    this.#lines.set(username, line);
    return undefined;
  }

  #column(text: string, { fields }: CsvRecord): string {
    const name = text.trim();
    const known = name.toLowerCase();
    if (known === 'username' || known === 'password' || Object.hasOwn(COLUMNS, known)) return known;
    const data = DATA.find(([start]) => known.startsWith(start) && name.length > start.length);
    if (data !== undefined) return data[0] + name.slice(data[0].length);
    if (fields.length === 1 && /[;\t]/.test(text))
      throw this.#headerProblem('there is one column; the columns of the file have to be separated by commas');
    throw this.#headerProblem(`there is no column '${printable(text)}'; the columns are ${COLUMN_NAMES.join(', ')}`);
  }

  #headerProblem(problem: string): FileError {
    return new FileError('cli.file_unusable', `the header of ${this.#file} cannot be used: ${problem}`);
  }
}

/** Reads the value of one column into members. */
type ReadColumn = (text: string) => Read<RecordChanges>;

const { subjectDn, subjectAltName, email, ca, certificateProfile, endEntityProfile, token, status } = MEMBER_NAMES;
const { keyRecoverable, accountBindingId, startTime, endTime, serialNumber, extensionData, customData } = MEMBER_NAMES;

/** A column whose empty value means that the line says nothing of it. */
function said<T>(member: keyof RecordChanges, read: (text: string) => Read<T>): ReadColumn {
  return (text) => (text.trim() === '' ? {} : asMember(member, read(text)));
}

/** A column whose empty value means that the end entity has none. */
function optional<T>(member: keyof RecordChanges, read: (text: string) => Read<T>): ReadColumn {
  return (text) => (text === '' ? { [member]: undefined } : asMember(member, read(text)));
}

function asMember<T>(member: keyof RecordChanges, value: Read<T>): Read<RecordChanges> {
  return value instanceof ValueProblem ? value : { [member]: value };
}

const name = (text: string) => readText(text, MOST_IN_NAME);

const COLUMNS: Readonly<Record<string, ReadColumn>> = {
  [subjectDn]: said('subjectDn', readSubject),
  [subjectAltName]: optional('subjectAltName', readAlternativeNames),
  [email]: optional('email', name),
  [ca]: said('ca', name),
  [certificateProfile]: said('certificateProfile', name),
  [endEntityProfile]: said('endEntityProfile', name),
  [token]: said('token', (text) => readWord(text, TOKENS)),
  [status]: said('status', (text) => readWord(text, STATUSES)),
  [keyRecoverable]: said('keyRecoverable', readTruth),
  [accountBindingId]: optional('accountBindingId', name),
  [startTime]: optional('startTime', readTime),
  [endTime]: optional('endTime', readTime),
  [serialNumber]: optional('serialNumber', readDecimalSerial),
};

/** Beginnings of the names of columns that hold data. */
const DATA = [
  [`${extensionData}:`, 'extensionData'],
  [`${customData}:`, 'customData'],
] as const;

const COLUMN_NAMES = ['username', 'password', ...Object.keys(COLUMNS), ...DATA.map(([start]) => `${start}NAME`)];
