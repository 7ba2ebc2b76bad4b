type Value = string | number | boolean | undefined;

/** The fields of the one record that the worker log has of a request. */
export class WorkerLog {
  readonly #begun: ReadonlyMap<string, string>;
  #fields: Map<string, string>;

  /** @param begun - what is known before the request is looked at; undefined is no field */
  constructor(begun: readonly (readonly [field: string, value: Value])[]) {
    const known = begun.filter(([, value]) => value !== undefined);
    this.#begun = new Map(known.map(([field, value]) => [field, String(value)]));
    this.#fields = new Map(this.#begun);
  }

  set(field: string, value: Value): void {
    if (value !== undefined) this.#fields.set(field, String(value));
  }

  /** Forgets all but what was known at first: the request is processed again. */
  restart(): void {
    this.#fields = new Map(this.#begun);
  }

  get fields(): ReadonlyMap<string, string> {
    return this.#fields;
  }
}
