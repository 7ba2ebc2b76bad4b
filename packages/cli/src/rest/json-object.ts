import { withoutMilliseconds } from '../arguments/moment.ts';
import { UnexpectedAnswerError } from '../errors.ts';
import { isRecord } from '../text/record.ts';
import type { RestAnswer } from './rest-answer.ts';

/**
 * A JSON object that a server answered, read member by member.
 *
 * Members that nobody asks for are ignored; one that is missing or of another type is an {@link UnexpectedAnswerError}.
 */
export class JsonObject {
  readonly #members: Readonly<Record<string, unknown>>;

  private constructor(value: unknown, what: string) {
    if (!isRecord(value)) throw new UnexpectedAnswerError(`${what} is not a JSON object`);
    this.#members = value;
  }

  /** @throws {@link UnexpectedAnswerError} */
  static parse(answer: RestAnswer): JsonObject {
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(answer.body).toString('utf8'));
    } catch (cause) {
      throw new UnexpectedAnswerError(`the answer (status ${answer.status}) is not JSON`, { cause });
    }
    return new JsonObject(value, 'the answer');
  }

  text(name: string): string {
    return this.#require(name, 'a text', (value) => typeof value === 'string') as string;
  }

  /** Undefined when it is missing or null. */
  optionalText(name: string): string | undefined {
    return this.#isAbsent(name) ? undefined : this.text(name);
  }

  /** A date-time, without its milliseconds. */
  moment(name: string): string {
    return withoutMilliseconds(this.text(name));
  }

  /** Undefined when it is missing or null. */
  optionalMoment(name: string): string | undefined {
    return this.#isAbsent(name) ? undefined : this.moment(name);
  }

  integer(name: string): number {
    return this.#require(name, 'an integer', Number.isSafeInteger) as number;
  }

  /** Undefined when it is missing or null. */
  optionalInteger(name: string): number | undefined {
    return this.#isAbsent(name) ? undefined : this.integer(name);
  }

  boolean(name: string): boolean {
    return this.#require(name, 'true or false', (value) => typeof value === 'boolean') as boolean;
  }

  /** Undefined when it is missing or null. */
  optionalBoolean(name: string): boolean | undefined {
    return this.#isAbsent(name) ? undefined : this.boolean(name);
  }

  /** An object as it stands. */
  plainObject(name: string): Readonly<Record<string, unknown>> {
    return this.#require(name, 'an object', isRecord) as Readonly<Record<string, unknown>>;
  }

  /** All of it, as it was answered. */
  members(): Readonly<Record<string, unknown>> {
    return this.#members;
  }

  /** Whatever stands there; undefined when nothing does. */
  value(name: string): unknown {
    return this.#members[name];
  }

  /** Undefined when it is missing or null. */
  optionalObject(name: string): JsonObject | undefined {
    return this.#isAbsent(name) ? undefined : new JsonObject(this.#members[name], `'${name}' in the answer`);
  }

  object(name: string): JsonObject {
    return new JsonObject(this.#members[name], `'${name}' in the answer`);
  }

  objects(name: string): readonly JsonObject[] {
    return this.#array(name).map((element) => new JsonObject(element, `an element of '${name}' in the answer`));
  }

  texts(name: string): readonly string[] {
    const isTexts = (value: unknown) => Array.isArray(value) && value.every((element) => typeof element === 'string');
    return this.#require(name, 'an array of texts', isTexts) as readonly string[];
  }

  integers(name: string): readonly number[] {
    const areIntegers = (value: unknown) => Array.isArray(value) && value.every(Number.isSafeInteger);
    return this.#require(name, 'an array of integers', areIntegers) as readonly number[];
  }

  /** The octets of a base64 text. */
  bytes(name: string): Uint8Array {
    return decode(this.text(name), name);
  }

  /** The octets of each base64 text of an array; of none when it is missing or null. */
  arrayOfBytes(name: string): readonly Uint8Array[] {
    if (this.#isAbsent(name)) return [];
    return this.#array(name).map((element) => decode(element, name));
  }

  #array(name: string): readonly unknown[] {
    return this.#require(name, 'an array', Array.isArray) as readonly unknown[];
  }

  #isAbsent(name: string): boolean {
    return this.#members[name] === undefined || this.#members[name] === null;
  }

  #require(name: string, expected: string, check: (value: unknown) => boolean): unknown {
    const value = Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
    if (!check(value)) throw new UnexpectedAnswerError(`'${name}' in the answer is not ${expected}`);
    return value;
  }
}

function decode(text: unknown, name: string): Uint8Array {
  try {
    if (typeof text === 'string') return Uint8Array.fromBase64(text);
  } catch {
    // answered below, as a value of another type is
  }
  throw new UnexpectedAnswerError(`'${name}' in the answer is not base64`);
}
