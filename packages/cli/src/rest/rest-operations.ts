import type { RestClient } from './rest-client.ts';

/** Base of the operations on one kind of object, which are all of one interface of the server. */
export abstract class RestOperations {
  readonly #client: RestClient;

  constructor(client: RestClient) {
    this.#client = client;
  }

  /** Returns the client. A getter, so that nothing that prints or copies the object finds its key. */
  protected get client(): RestClient {
    return this.#client;
  }
}
