/** Values of end entities, read from options and from files: checked here as far as that takes no server. */
import {
  DistinguishedName,
  formatGeneralNames,
  parseGeneralNames,
  PkiError,
  serialNumberFromHex,
} from '@sealwright/pki';

/** A value that cannot be what it is. The message completes the name of the member: `is not ...`. */
export class ValueProblem {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** A value as it is sent, or the reason why it cannot be. */
export type Read<T> = T | ValueProblem;

/** Reads a distinguished name, and writes it as the server does. */
export function readSubject(text: string): Read<string> {
  return parsed(() => DistinguishedName.parse(text).toString());
}

/** Reads alternative names such as `dNSName=a.example`, and writes them as the server does. */
export function readAlternativeNames(text: string): Read<string | undefined> {
  return parsed(() => {
    const names = parseGeneralNames(text);
    return names.length === 0 ? undefined : formatGeneralNames(names);
  });
}

/** Reads one of a list of words, in any case. */
export function readWord(text: string, words: readonly string[]): Read<string> {
  const word = text.toUpperCase();
  return words.includes(word) ? word : new ValueProblem(`is not one of ${words.join(', ')}`);
}

/** Reads `true` or `false`. */
export function readTruth(text: string): Read<boolean> {
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : new ValueProblem('is neither true nor false');
}

/** Reads ISO 8601 with an offset, or `2031-05-01 10:00:00` in UTC, which is the form of the interface. */
export function readTime(text: string): Read<string> {
  const iso = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
  try {
    return Temporal.Instant.from(iso).round({ smallestUnit: 'second', roundingMode: 'trunc' }).toString();
  } catch {
    return new ValueProblem('is not a time such as 2031-05-01 10:00:00 (UTC) or 2031-05-01T10:00:00+02:00');
  }
}

/** Reads the decimal form of the interface. */
export function readDecimalSerial(text: string): Read<string> {
  if (!/^\d{1,49}$/.test(text)) return new ValueProblem('is not a positive integer of at most 20 octets, in decimal');
  return parsed(() => serialNumberFromHex(BigInt(text).toString(16)));
}

/** Requires a text that is not too long for the server. */
export function readText(text: string, maxLength: number): Read<string> {
  if (text.length <= maxLength) return text;
  return new ValueProblem(`has ${text.length} characters; ${maxLength} are the most`);
}

/** Most characters of names, of usernames and the like. */
export const MOST_IN_NAME = 255;

/** Most characters of a password. */
export const MOST_IN_PASSWORD = 1024;

/** Most characters of a value of the data of an end entity. */
export const MOST_IN_DATA = 4096;

function parsed<T>(parse: () => T): Read<T> {
  try {
    return parse();
  } catch (error) {
    if (error instanceof PkiError) return new ValueProblem(`is malformed: ${error.message}`);
    throw error;
  }
}
