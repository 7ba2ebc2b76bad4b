/** Time-stamps that signers put into what they sign: the properties TSA_WORKER, TSA_URL and those around them. */
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
import type { Secret } from '../../../configuration/index.ts';
import { contentOf } from '../../../../kernel/content.ts';
import {
  answerOfWorker,
  type ProcessContext,
  TimeStampUnavailableError,
  unavailableAuthority,
  type WorkerProperties,
} from '../../kinds/index.ts';
import { hashCalled } from './client-side-hashing.ts';

export class TimeStamping {
  readonly #source: TimeStampSource;
  readonly #hash: HashAlgorithm;
  readonly #policy: Oid | undefined;

  private constructor(source: TimeStampSource, hash: HashAlgorithm, policy: Oid | undefined) {
    this.#source = source;
    this.#hash = hash;
    this.#policy = policy;
  }

  /** Undefined when the worker wants no time-stamps. */
  static read(properties: WorkerProperties): TimeStamping | undefined {
    const source = readSource(properties);
    const name = properties.text('TSA_DIGESTALGORITHM') ?? 'SHA-256';
    const hash = hashCalled(name);
    if (hash === undefined)
      properties.report('TSA_DIGESTALGORITHM', `is '${name}', which is no hash that is known here`);
    const policy = properties.oid('TSA_POLICYOID', undefined);
    return source && new TimeStamping(source, hash ?? hashAlgorithmByName('SHA-256'), policy);
  }

  /**
   * Gets a time-stamp of `data`, which is a signature as a rule, and verifies it. No path is built: which authority is asked, the worker's
   * administrator has decided.
   *
   * @returns the token: a whole ContentInfo
   * @throws {@link TimeStampUnavailableError}, and what {@link answerOfWorker} throws
   */
  async stamp(data: Uint8Array, context: ProcessContext): Promise<Uint8Array> {
    const messageImprint = makeMessageImprint(findImprintAlgorithm(this.#hash.name)!, digest(this.#hash, data));
    const nonce = BigInt(`0x${context.random.bytes(NONCE_OCTETS).toHex()}`);
    const request = { messageImprint, policy: this.#policy, nonce, certificateRequested: true };
    const answer = await this.#ask(encodeTimeStampRequest(request), context);
    try {
      const response = parseTimeStampResponse(answer);
      const verdict = checkTimeStampResponse(response, request);
      if (verdict.status === 'stamped') return response.token!;
      const refusal = verdict.status === 'refused' ? verdict.info.texts?.join(' ') : verdict.detail;
      throw this.#unavailable(refusal ?? 'it was refused');
    } catch (cause) {
      if (cause instanceof PkiError) throw this.#unavailable(cause.message, { cause });
      throw cause;
    }
  }

  #unavailable(detail: string, options?: ErrorOptions): TimeStampUnavailableError {
    if (this.#source.kind === 'worker') return new TimeStampUnavailableError(detail, options);
    return unavailableAuthority(detail, options);
  }

  async #ask(query: Uint8Array, context: ProcessContext): Promise<Uint8Array> {
    const source = this.#source;
    if (source.kind === 'url') {
      const { username, password } = source;
      const credentials = username === undefined ? undefined : { username, password: password?.reveal() ?? '' };
      return context.timeStampAuthorities.ask(source.url, query, credentials);
    }
    const request = { content: contentOf(query), metadata: new Map<string, string>(), fileName: undefined };
    return answerOfWorker(source.worker, request, context);
  }
}

/** Who gives time-stamps. */
type TimeStampSource =
  | { readonly kind: 'worker'; readonly worker: string }
  | {
      readonly kind: 'url';
      readonly url: URL;
      readonly username: string | undefined;
      readonly password: Secret | undefined;
    };

function readSource(properties: WorkerProperties): TimeStampSource | undefined {
  const worker = properties.text('TSA_WORKER');
  const address = properties.text('TSA_URL');
  const username = properties.text('TSA_USERNAME');
  const password = properties.secret('TSA_PASSWORD');
  if (worker !== undefined && address !== undefined) properties.report('TSA_URL', 'is there, and TSA_WORKER, too');
  if (username !== undefined && password === undefined)
    properties.report('TSA_PASSWORD', 'is missing beside TSA_USERNAME');
  if (worker !== undefined) return { kind: 'worker', worker };
  if (address === undefined) return undefined;
  const url = URL.parse(address);
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && url.username + url.password === '') {
    return { kind: 'url', url, username, password };
  }
  properties.report('TSA_URL', 'is no address of the form https://host/path');
  return undefined;
}

const NONCE_OCTETS = 8;
