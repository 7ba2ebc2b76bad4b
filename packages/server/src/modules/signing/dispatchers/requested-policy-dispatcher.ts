import { isOid } from '@sealwright/pki';
import {
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
  type WorkerProperties,
} from '../kinds/index.ts';
import { readTimeStampRequest, rejected, type Rejection } from '../signers/time-stamps/index.ts';
import { readMapping } from './mapping.ts';

/** Passes requests for time-stamps on to the worker of the policy that they name (RFC 3161 §2.4.1). */
export const requestedPolicyDispatcherKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.tsa.RequestedPolicyDispatcher',
  make: (properties) => new RequestedPolicyDispatcher(properties),
};

class RequestedPolicyDispatcher implements Processor {
  readonly #defaultWorker: string | undefined;
  readonly #defaultForOthers: boolean;
  readonly #workers: ReadonlyMap<string, string>;
  readonly #statusText: boolean;

  constructor(properties: WorkerProperties) {
    this.#defaultWorker = properties.text('DEFAULTWORKER');
    this.#defaultForOthers = properties.boolean('USEDEFAULTIFMISMATCH', false);
    this.#workers = readMapping(properties, 'MAPPINGS', ';');
    this.#statusText = properties.boolean('INCLUDESTATUSSTRING', true);
    for (const policy of this.#workers.keys()) {
      if (!isOid(policy)) properties.report('MAPPINGS', `has '${policy}', which is no object identifier`);
    }
  }

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { content } = request;
    if (content.octets === 0) throw new IllegalRequestError('Request must contain data');
    const asked = await readTimeStampRequest(content);
    if (asked === undefined) return this.#reject('badDataFormat', 'The request could not be parsed.', request, context);
    const { policy } = asked;
    const known = policy === undefined ? this.#defaultWorker : this.#workers.get(policy);
    const worker = known ?? (this.#defaultForOthers ? this.#defaultWorker : undefined);
    if (worker !== undefined) return context.callWorker(worker, request);
    return this.#reject('unacceptedPolicy', 'The request contains an unaccepted policy.', request, context);
  }

  #reject(failure: Rejection['failure'], text: string, request: SigningRequest, context: ProcessContext): Processed {
    return rejected({ failure, text: this.#statusText ? text : '' }, request, context);
  }
}
