/** Fields of a request's record in the worker log, by name. */
export type WorkerLogFields = Readonly<Record<string, string>>;

type Value = string | number | boolean | undefined;

/** The fields of a request's record in the worker log, in the order in which they became known. */
export class WorkerLog {
  readonly #begun: Readonly<Record<string, Value>>;
  #fields: Record<string, string> = {};

  /** @param begun - fields known before processing; an undefined value is left out */
  constructor(begun: Readonly<Record<string, Value>>) {
    this.#begun = begun;
    this.restart();
  }

  set(field: string, value: Value): void {
    if (value !== undefined) this.#fields[field] = String(value);
  }

  /** Resets the fields to those known at first, because the request is processed again. */
  restart(): void {
    this.#fields = {};
    for (const field of Object.keys(this.#begun)) this.set(field, this.#begun[field]);
  }

  get fields(): WorkerLogFields {
    return this.#fields;
  }
}
