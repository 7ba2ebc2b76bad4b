import { isOid, oid, type Oid } from '@sealwright/pki';
import { Secret } from '../../configuration/index.ts';

/** The properties of a worker as they are stored: upper-case keys, any text; secrets sealed. */
export type StoredProperties = Readonly<Record<string, string | Secret>>;

/** Receives a problem of a property; it completes the sentence "the property X ...". */
export type ReportProperty = (property: string, problem: string) => void;

/**
 * Reader of a worker's properties. A value that cannot be read is reported and replaced by the default, so that one pass finds all errors.
 * An empty or blank value counts as none.
 */
export class WorkerProperties {
  readonly #stored: StoredProperties;
  readonly #report: ReportProperty;
  readonly #warn: ReportProperty;

  constructor(stored: StoredProperties, report: ReportProperty, warn: ReportProperty = () => undefined) {
    this.#stored = stored;
    this.#report = report;
    this.#warn = warn;
  }

  /** Returns the properties with some replaced, for one request. */
  with(others: StoredProperties, report: ReportProperty): WorkerProperties {
    return new WorkerProperties({ ...this.#stored, ...others }, report);
  }

  /** Reports that the value of a property is invalid. */
  report(property: string, problem: string): void {
    this.#report(property, problem);
  }

  /** Warns that part of a property is left out, and the worker works without it. */
  warn(property: string, remark: string): void {
    this.#warn(property, remark);
  }

  /** Returns the names of all properties that have a value. */
  names(): readonly string[] {
    return Object.keys(this.#stored).filter((name) => this.has(name));
  }

  has(name: string): boolean {
    return this.text(name) !== undefined || this.secret(name) !== undefined;
  }

  /** Tells whether a property is present, even if empty. */
  isGiven(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.#value(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  }

  /** Reads a required text; empty when it is missing, which is reported. */
  requiredText(name: string): string {
    const text = this.text(name);
    if (text === undefined) this.report(name, 'is missing');
    return text ?? '';
  }

  /** Reads a secret, whose value is stored sealed. */
  secret(name: string): Secret | undefined {
    const value = this.#value(name);
    return value instanceof Secret && !value.isEmpty ? value : undefined;
  }

  /** Reads `TRUE` or `FALSE`, in any letter case. */
  boolean(name: string, otherwise: boolean): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return otherwise;
    if (text !== 'true' && text !== 'false') this.report(name, `is '${this.text(name)}' and has to be TRUE or FALSE`);
    return text === 'true';
  }

  /** Reads an integer from `minimum` to `maximum`. */
  integer<D extends number | undefined>(
    name: string,
    { minimum, maximum, otherwise }: { readonly minimum: number; readonly maximum: number; readonly otherwise: D },
  ): number | D {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    this.report(name, `is '${text}' and has to be a whole number from ${minimum} to ${maximum}`);
    return otherwise;
  }

  /** Reads one of `words`, in any letter case. */
  choice<const W extends string, D extends W | undefined>(name: string, words: readonly W[], otherwise: D): W | D {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (found !== undefined) return found;
    this.report(name, `is '${text}' and has to be one of ${words.join(', ')}`);
    return otherwise;
  }

  /** Reads the items of a list, trimmed; undefined when there is no such property. */
  list(name: string, separator: ',' | ';' = ','): readonly string[] | undefined {
    return this.text(name)
      ?.split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  /** Reads a required list; empty when it is missing, which is reported. */
  requiredList(name: string): readonly string[] {
    this.requiredText(name);
    return this.list(name) ?? [];
  }

  oid<D extends Oid | undefined>(name: string, otherwise: D): Oid | D {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    if (isOid(text)) return oid(text);
    this.report(name, `is '${text}' and has to be an object identifier such as 1.2.840.113549.1.7.1`);
    return otherwise;
  }

  #value(name: string): string | Secret | undefined {
    return Object.hasOwn(this.#stored, name) ? this.#stored[name] : undefined;
  }
}

/** Returns the properties of a worker without reporting errors: they were checked before, or need not be valid. */
export function propertiesOf({
  settings,
}: {
  readonly settings: { readonly properties?: StoredProperties };
}): WorkerProperties {
  return new WorkerProperties(settings.properties ?? {}, () => undefined);
}
