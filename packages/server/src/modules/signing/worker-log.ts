type Value = string | number | boolean | undefined;

/** The fields of the one record that the worker log has of a request. */
export class WorkerLog {
  readonly #begun: readonly (readonly [field: string, value: string])[];
  #fields: Map<string, string>;

  /** @param begun - what is known before the request is looked at; undefined is no field */
  constructor(begun: readonly (readonly [field: string, value: Value])[]) {
    this.#begun = begun.flatMap(([field, value]) => (value === undefined ? [] : [[field, String(value)] as const]));
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
