type Value = string | number | boolean | undefined;

/** The fields of a request's record in the worker log. */
export class WorkerLog {
  readonly #begun: readonly (readonly [field: string, value: Value])[];
  #fields = new Map<string, string>();

  /** @param begun - fields known before processing; an undefined value is left out */
  constructor(begun: readonly (readonly [field: string, value: Value])[]) {
    this.#begun = begun;
    this.restart();
  }

  set(field: string, value: Value): void {
    if (value !== undefined) this.#fields.set(field, String(value));
  }

  /** Resets the fields to those known at first, because the request is processed again. */
  restart(): void {
    this.#fields = new Map();
    for (const [field, value] of this.#begun) this.set(field, value);
  }

  get fields(): ReadonlyMap<string, string> {
    return this.#fields;
  }
}
