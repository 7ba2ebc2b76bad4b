/** Base of classes that are constructed with one object of what they depend on, and keep it for themselves. */
export abstract class WithDeps<Deps extends object> {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the dependencies. A getter, so that nothing that prints or copies the object finds them. */
  protected get deps(): Deps {
    return this.#deps;
  }
}
