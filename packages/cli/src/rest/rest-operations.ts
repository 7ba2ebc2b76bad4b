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

/** The clients of the two interfaces that operations on CAs, certificates and end entities are in. */
export interface BothClients {
  readonly ca: RestClient;
  readonly administration: RestClient;
}

/** The same for operations of both interfaces; `client` is that of the CA REST interface. */
export abstract class OperationsOfBoth extends RestOperations {
  readonly #administration: RestClient;

  constructor({ ca, administration }: BothClients) {
    super(ca);
    this.#administration = administration;
  }

  /** Returns the client of the administration interface. */
  protected get administration(): RestClient {
    return this.#administration;
  }
}
