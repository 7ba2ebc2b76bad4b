import {
  NoActiveWorkerError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
  SigningTokenUnavailableError,
} from '../kinds/index.ts';

/** Passes a request on to the first of its workers whose crypto token is active. One that fails in another way has failed. */
export const firstActiveDispatcherKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.server.dispatchers.FirstActiveDispatcher',
  make: (properties) => {
    properties.requiredText('WORKERS');
    return new FirstActiveDispatcher(properties.list('WORKERS') ?? []);
  },
};

class FirstActiveDispatcher implements Processor {
  readonly #workers: readonly string[];

  constructor(workers: readonly string[]) {
    this.#workers = workers;
  }

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    for (const worker of this.#workers) {
      try {
        return await context.callWorker(worker, request);
      } catch (error) {
        if (!(error instanceof SigningTokenUnavailableError)) throw error;
      }
    }
    throw new NoActiveWorkerError();
  }
}
