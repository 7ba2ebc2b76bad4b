import { isOid } from '@sealwright/pki';
import {
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
} from '../worker-contract/index.ts';
import { readTimeStampRequest, rejected, type Rejection } from '../signers/time-stamps/index.ts';
import { readMapping } from './mapping.ts';

/** Passes requests for time-stamps on to the worker of the policy that they name (RFC 3161 §2.4.1). */
export const requestedPolicyDispatcherKind: ProcessorKind<RequestedPolicySettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.tsa.RequestedPolicyDispatcher',
  read(properties) {
    const workers = readMapping(properties, 'MAPPINGS', ';');
    for (const policy of workers.keys()) {
      if (!isOid(policy)) properties.report('MAPPINGS', `has '${policy}', which is not an object identifier`);
    }
    return {
      defaultWorker: properties.text('DEFAULTWORKER'),
      defaultForOthers: properties.boolean('USEDEFAULTIFMISMATCH', false),
      workers,
      statusText: properties.boolean('INCLUDESTATUSSTRING', true),
    };
  },
};

interface RequestedPolicySettings {
  /** For requests that name no policy. */
  readonly defaultWorker: string | undefined;
  /** Has it take the requests of policies that no worker is for, too. */
  readonly defaultForOthers: boolean;
  /** Ids or names, by policy. */
  readonly workers: ReadonlyMap<string, string>;
  /** Gives rejections a text. */
  readonly statusText: boolean;
}

export class RequestedPolicyDispatcher implements Processor {
  readonly #settings: RequestedPolicySettings;

  constructor(settings: RequestedPolicySettings) {
    this.#settings = settings;
  }

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { content } = request;
    if (content.octets === 0) throw new IllegalRequestError('Request must contain data');
    const asked = await readTimeStampRequest(content);
    if (asked === undefined) return this.#reject('badDataFormat', 'The request could not be parsed.', request, context);
    const { policy } = asked;
    const { defaultForOthers, defaultWorker, workers } = this.#settings;
    const known = policy === undefined ? defaultWorker : workers.get(policy);
    const worker = known ?? (defaultForOthers ? defaultWorker : undefined);
    if (worker !== undefined) return context.callWorker(worker, request);
    return this.#reject('unacceptedPolicy', 'The request contains an unaccepted policy.', request, context);
  }

  #reject(failure: Rejection['failure'], text: string, request: SigningRequest, context: ProcessContext): Processed {
    return rejected({ failure, text: this.#settings.statusText ? text : '' }, request, context);
  }
}
