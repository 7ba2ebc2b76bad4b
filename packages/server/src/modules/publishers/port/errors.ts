import { appError } from '../../../kernel/errors.ts';

/**
 * Scope of a failure to publish, and so whether to try again.
 *
 * `publisher`: the place cannot be reached, or refuses everything; other objects would fare no better, and all of them are tried again later.
 * `object`: this object failed and may succeed later; others are published meanwhile.
 * `final`: this object is refused for good; a person has to look at it.
 */
export type PublishingScope = 'publisher' | 'object' | 'final';

/** An object could not be published. */
export class PublishingError extends appError('unavailable', 'publisher.not_published') {
  readonly scope: PublishingScope;

  /**
   * @param reason - without a secret: administrators see it, and so does the log
   * @param options - `scope`: whether trying again can help
   */
  constructor(reason: string, { scope, ...options }: ErrorOptions & { readonly scope: PublishingScope }) {
    super(reason, options);
    this.scope = scope;
  }
}
