/** Time-stamps that signers put into what they sign: the properties TSA_WORKER and those around it. */
import {
  checkTimeStampResponse,
  digest,
  encodeTimeStampRequest,
  findImprintAlgorithm,
  type HashAlgorithm,
  hashAlgorithmByName,
  makeMessageImprint,
  type Oid,
  parseTimeStampResponse,
  PkiError,
} from '@sealwright/pki';
import { allOf, contentOf } from '../content.ts';
import { TimeStampUnavailableError } from '../errors.ts';
import type { ProcessContext } from '../processor.ts';
import type { WorkerProperties } from '../worker-properties.ts';
import { hashCalled } from './client-side-hashing.ts';

export class TimeStamping {
  readonly #worker: string;
  readonly #hash: HashAlgorithm;
  readonly #policy: Oid | undefined;

  private constructor(worker: string, hash: HashAlgorithm, policy: Oid | undefined) {
    this.#worker = worker;
    this.#hash = hash;
    this.#policy = policy;
  }

  /** Undefined when the worker wants no time-stamps. */
  static read(properties: WorkerProperties): TimeStamping | undefined {
    const worker = properties.text('TSA_WORKER');
    const name = properties.text('TSA_DIGESTALGORITHM') ?? 'SHA-256';
    const hash = hashCalled(name);
    if (hash === undefined)
      properties.report('TSA_DIGESTALGORITHM', `is '${name}', which is no hash that is known here`);
    const policy = properties.oid('TSA_POLICYOID', undefined);
    if (properties.has('TSA_URL')) {
      properties.report(
        'TSA_URL',
        'is there; time-stamps come from workers of this installation only: name one in TSA_WORKER',
      );
    }
    return worker === undefined ? undefined : new TimeStamping(worker, hash ?? hashAlgorithmByName('SHA-256'), policy);
  }

  /**
   * Gets a time-stamp of `data`, which is a signature as a rule, and verifies it.
   *
   * @returns the token: a whole ContentInfo
   * @throws {@link TimeStampUnavailableError}, and what the other worker throws
   */
  async stamp(data: Uint8Array, context: ProcessContext): Promise<Uint8Array> {
    const messageImprint = makeMessageImprint(findImprintAlgorithm(this.#hash.name)!, digest(this.#hash, data));
    const nonce = BigInt(`0x${context.random.bytes(NONCE_OCTETS).toHex()}`);
    const request = { messageImprint, policy: this.#policy, nonce, certificateRequested: true };
    const { content } = await context.callWorker(this.#worker, {
      content: contentOf(encodeTimeStampRequest(request)),
      metadata: new Map(),
      fileName: undefined,
    });
    const answer = await allOf(content);
    try {
      const response = parseTimeStampResponse(answer);
      const verdict = checkTimeStampResponse(response, request);
      if (verdict.status === 'stamped') return response.token!;
      throw new TimeStampUnavailableError(
        verdict.status === 'refused' ? (verdict.info.texts?.join(' ') ?? '') : verdict.detail,
      );
    } catch (cause) {
      if (cause instanceof PkiError) throw new TimeStampUnavailableError(cause.message, { cause });
      throw cause;
    }
  }
}

const NONCE_OCTETS = 8;
