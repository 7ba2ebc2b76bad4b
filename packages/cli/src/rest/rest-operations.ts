import type { RestClient } from './rest-client.ts';

/** Base of the operations on one kind of object, which are all of one interface of the server. */
export abstract class RestOperations {
  protected readonly client: RestClient;

  constructor(client: RestClient) {
    this.client = client;
  }
}
