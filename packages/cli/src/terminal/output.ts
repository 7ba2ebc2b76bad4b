/** Output of results and failures: text for people, or JSON for programs. */
import type { CliContext } from '../context.ts';
import { CliError, EXIT_CODES } from '../errors.ts';

/** A result in both forms. */
export interface Result {
  /** Lines for people, each ended. Made only when they are shown. */
  text(): string;
  /** For `--json`. */
  readonly json: unknown;
  /** Notes on unexpected results, though nothing failed: a line each on standard error, or the member `warnings`. */
  readonly warnings?: readonly string[];
}

/** Writes one result to standard output. */
export function showResult(context: CliContext, json: boolean, result: Result): void {
  const { json: value, warnings = [] } = result;
  if (json) {
    const shown = warnings.length === 0 ? value : { ...(value as object), warnings };
    context.writeOut(`${escaped(JSON.stringify(shown, undefined, 2))}\n`);
    return;
  }
  context.writeOut(printableLines(result.text()));
  for (const warning of warnings) context.writeError(`sealwright: warning: ${printable(warning)}\n`);
}

/**
 * Writes one failure to standard error: one line, or one JSON object.
 *
 * @returns the exit code
 */
export function showFailure(context: CliContext, json: boolean, error: unknown): number {
  if (!(error instanceof CliError)) return showBug(context, json, error);
  const exitCode = EXIT_CODES[error.kind];
  if (!json) {
    const kept = error.keptKeyFile === undefined ? '' : `; the private key is kept in ${error.keptKeyFile}`;
    const left = error.left === undefined ? '' : `; ${error.left}`;
    context.writeError(`sealwright: ${printable(error.message + kept + left)}\n`);
    return exitCode;
  }
  const { code, message, status, keptKeyFile, left } = error;
  // JSON leaves out what is undefined.
  const described = { code, message, status, key_file: keptKeyFile, left, exit_code: exitCode };
  context.writeError(`${escaped(JSON.stringify({ error: described }))}\n`);
  return exitCode;
}

/** Columns under their headings, as wide as their longest entry. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return new TableText(headings, rows).begin();
}

/** A table whose rows come piece by piece: the first piece decides how wide its columns are, and longer entries stand out. */
export class TableText {
  readonly #first: readonly (readonly string[])[];
  readonly #widths: readonly number[];

  constructor(headings: readonly string[], rows: readonly (readonly string[])[]) {
    this.#first = [headings, ...rows.map((row) => row.map(printable))];
    this.#widths = headings.map((_, column) => Math.max(...this.#first.map((line) => line[column]!.length)));
  }

  /** Returns the headings with the first rows. */
  begin(): string {
    return this.#format(this.#first);
  }

  rows(rows: readonly (readonly string[])[]): string {
    return this.#format(rows.map((row) => row.map(printable)));
  }

  #format(lines: readonly (readonly string[])[]): string {
    return lines
      .map(
        (line) =>
          line
            .map((cell, column) => cell.padEnd(this.#widths[column]!))
            .join('  ')
            .trimEnd() + '\n',
      )
      .join('');
  }
}

/** Text from elsewhere for a terminal: control and formatting characters, which could rewrite what is shown, are replaced. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim();
}

/**
 * Escapes what {@link printable} replaces, but for line feeds, in text where it stands in double quotes only: JSON, or YAML of such
 * texts. The values stay what they are.
 */
export function escaped(quoted: string): string {
  return quoted.replaceAll(UNPRINTABLE, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeOf(character.charCodeAt(at))).join(''),
  );
}

function escapeOf(codeUnit: number): string {
  return `\\u${codeUnit.toString(16).padStart(4, '0')}`;
}

/** Makes lines printable whose texts were made printable before they were put together. */
function printableLines(text: string): string {
  return text.toWellFormed().replaceAll(UNPRINTABLE, ' ');
}

/** A failure that nothing foresaw is a bug: the stack is what its report needs. */
function showBug(context: CliContext, json: boolean, error: unknown): number {
  const exitCode = EXIT_CODES.bug;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const described = { code: 'cli.bug', message: stack, exit_code: exitCode };
  context.writeError(
    json
      ? `${escaped(JSON.stringify({ error: described }))}\n`
      : `sealwright: this is a bug\n${printableLines(stack)}\n`,
  );
  return exitCode;
}

const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;
