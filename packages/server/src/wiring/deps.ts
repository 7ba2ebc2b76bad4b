/** What a class is constructed with: its dependencies, for those that construct several of them from one set. */
export type Deps<T extends abstract new (deps: never) => unknown> = ConstructorParameters<T>[0];
