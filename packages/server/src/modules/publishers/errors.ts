import { appError } from '../../kernel/errors.ts';

/** Settings of a publisher were changed, and a secret that would go elsewhere was not given again. */
export class PublisherSecretNotGivenAgainError extends appError('malformed', 'publisher.secret_not_given') {
  constructor(publisher: string, secret: string, changed: string) {
    super(
      `'${changed}' of the publisher '${publisher}' says where its secrets go: give '${secret}' anew with the change.`,
    );
  }
}

/** There is no publisher of that name, or none that the caller may see. */
export class PublisherNotFoundError extends appError('not-found', 'publisher.not_found') {
  constructor(name: string) {
    super(`There is no publisher '${name}'.`);
  }
}

/** The settings of a publisher are such that nothing can be published by it. */
export class PublisherUnusableError extends appError('conflict', 'publisher.unusable') {
  constructor(name: string) {
    super(
      `The publisher '${name}' cannot be used as it is set. Set 'enabled' to true to see what is wrong, or mend its settings.`,
    );
  }
}
