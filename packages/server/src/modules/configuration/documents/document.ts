import { DocumentUnusableError } from './errors.ts';
import type { DocumentHead } from './document-store.ts';
import type { Problem } from '../settings/index.ts';

/** Result of validating a document's settings: the object that modules use, or the problems. */
export type Usability<C> =
  | { readonly usable: true; readonly value: C }
  | { readonly usable: false; readonly problems: readonly Problem[] };

/**
 * A loaded document: immutable, and shared by all callers.
 *
 * `S` is the type of its settings in the inner form (references are internal ids), `C` that of the validated object.
 */
export class Document<S, C> implements DocumentHead {
  readonly id: number;
  readonly type: string;
  readonly nameKey: string;
  readonly namespace: string;
  readonly name: string;
  readonly publicId: number;
  /** Version; 0 for a singleton that was never changed. */
  readonly version: number;
  /** True for a built-in document, which can be used but not changed. */
  readonly builtIn: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** Complete settings. They may not match their type if the document is unusable: check {@link usability} first. */
  readonly settings: S;
  readonly usability: Usability<C>;
  readonly #title: string;

  constructor(
    head: DocumentHead & { readonly builtIn: boolean; readonly createdMs: number; readonly modifiedMs: number },
    title: string,
    settings: S,
    usability: Usability<C>,
  ) {
    this.id = head.id;
    this.type = head.type;
    this.nameKey = head.nameKey;
    this.namespace = head.namespace;
    this.name = head.name;
    this.publicId = head.publicId;
    this.version = head.version;
    this.builtIn = head.builtIn;
    this.createdMs = head.createdMs;
    this.modifiedMs = head.modifiedMs;
    this.settings = settings;
    this.usability = usability;
    this.#title = title;
    Object.freeze(this);
  }

  /**
   * Returns the validated object.
   *
   * @throws {@link DocumentUnusableError} if the document was stored although validation failed
   */
  get value(): C {
    if (!this.usability.usable) throw new DocumentUnusableError(this.#title, this.name, this.usability.problems);
    return this.usability.value;
  }
}

/** A document of any type. */
export type AnyDocument = Document<unknown, unknown>;
