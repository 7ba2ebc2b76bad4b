type Value = string | number | boolean | undefined;

/** The fields of the one record that the worker log has of a request. */
export class WorkerLog {
  readonly #begun: readonly (readonly [field: string, value: Value])[];
  #fields = new Map<string, string>();

  /** @param begun - what is known before the request is looked at; undefined is no field */
  constructor(begun: readonly (readonly [field: string, value: Value])[]) {
    this.#begun = begun;
    this.restart();
  }

  set(field: string, value: Value): void {
    if (value !== undefined) this.#fields.set(field, String(value));
  }

  /** Forgets all but what was known at first: the request is processed again. */
  restart(): void {
    this.#fields = new Map();
    for (const [field, value] of this.#begun) this.set(field, value);
  }

  get fields(): ReadonlyMap<string, string> {
    return this.#fields;
  }
}
