/** The fields of the one record that the worker log has of a request. */
export class WorkerLog {
  readonly #fields = new Map<string, string>();

  set(field: string, value: string | number | boolean | undefined): void {
    if (value !== undefined) this.#fields.set(field, String(value));
  }

  get fields(): ReadonlyMap<string, string> {
    return this.#fields;
  }
}
