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

/** The same for classes that are constructed with their settings, too. */
export abstract class WithSettings<Settings, Deps extends object> extends WithDeps<Deps> {
  readonly #settings: Settings;

  constructor(settings: Settings, deps: Deps) {
    super(deps);
    this.#settings = settings;
  }

  /** Returns the settings. */
  protected get settings(): Settings {
    return this.#settings;
  }
}
