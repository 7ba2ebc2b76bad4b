import type { AccessControl, Administrator } from '../access/index.ts';
import { AccessDeniedError } from '../access/index.ts';
import {
  type AnyDocument,
  type Configuration,
  type DocumentHead,
  DocumentNotFoundError,
  type Target,
} from '../configuration/index.ts';

/** The right to see documents. */
export class DocumentAccess {
  readonly #access: AccessControl;
  readonly #configuration: Configuration;

  constructor({ access, configuration }: { readonly access: AccessControl; readonly configuration: Configuration }) {
    this.#access = access;
    this.#configuration = configuration;
  }

  /**
   * Requires the right to see documents of the type at all.
   *
   * @throws AccessDeniedError
   */
  async authorizeType(administrator: Administrator, type: string): Promise<void> {
    await this.#authorizeOne(administrator, this.#view(type, undefined));
  }

  /** Tells whether the administrator sees the document. Nothing is recorded. */
  async sees(administrator: Administrator, document: DocumentHead): Promise<boolean> {
    for (const resources of this.#view(document.type, document)) {
      if (await this.#access.isAuthorized(administrator, ...resources)) return true;
    }
    return false;
  }

  /**
   * A document that the administrator may see.
   *
   * @throws DocumentNotFoundError when there is none, and when the administrator may not see it: the two look alike
   * @throws AccessDeniedError when the administrator may see none of the type
   */
  async getVisible(administrator: Administrator, target: Target): Promise<AnyDocument> {
    await this.authorizeType(administrator, target.type);
    const declared = this.#configuration.type(target.type);
    const document = await this.#configuration.get(declared, target.name, target.namespace);
    try {
      await this.#authorizeOne(administrator, this.#view(target.type, document));
    } catch (error) {
      if (!(error instanceof AccessDeniedError)) throw error;
      throw new DocumentNotFoundError(declared.title, target.name);
    }
    return document;
  }

  #view(type: string, document: DocumentHead | undefined): readonly (readonly string[])[] {
    return this.#configuration.administration(type).rights.view(document);
  }

  /** The first list that the administrator holds will do; the refusal names what is missing of the first of all. */
  async #authorizeOne(administrator: Administrator, alternatives: readonly (readonly string[])[]): Promise<void> {
    for (const resources of alternatives) {
      if (await this.#access.isAuthorized(administrator, ...resources)) {
        return this.#access.authorize(administrator, ...resources);
      }
    }
    await this.#access.authorize(administrator, ...alternatives[0]!);
  }
}
