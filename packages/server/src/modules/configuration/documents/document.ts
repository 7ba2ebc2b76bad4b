import { DocumentUnusableError } from './errors.ts';
import type { DocumentHead } from './document-store.ts';
import type { Problem } from '../settings/index.ts';

/** The result of checking the settings of a document: the object that the module works with, or the problems. */
export type Usability<C> =
  | { readonly usable: true; readonly value: C }
  | { readonly usable: false; readonly problems: readonly Problem[] };

/**
 * A document as it was read: immutable, shared by all who ask.
 *
 * `S` are its settings in their inner form (references are internal ids), `C` the checked object made of them.
 */
export class Document<S, C> implements DocumentHead {
  readonly id: number;
  readonly type: string;
  readonly nameKey: string;
  readonly namespace: string;
  readonly name: string;
  readonly publicId: number;
  /** 0 for a singleton that nobody has changed yet. */
  readonly version: number;
  /** True when it is part of the program: it can be used and not changed. */
  readonly builtIn: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** Complete. Not what the type promises when the document is unusable: look at {@link usability} first. */
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
   * The checked object.
   *
   * @throws {@link DocumentUnusableError} when the document was stored although its checks fail
   */
  get value(): C {
    if (!this.usability.usable) throw new DocumentUnusableError(this.#title, this.name, this.usability.problems);
    return this.usability.value;
  }
}

/** A document of whatever type. */
export type AnyDocument = Document<unknown, unknown>;
