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
import type { Random } from '../../../../kernel/random.ts';
import type { Secret } from '../../../configuration/index.ts';
import { contentOf } from '../../../../kernel/content.ts';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import { askWorker, type ProcessContext, type WorkerProperties } from '../../worker-contract/index.ts';
import { TimeStampUnavailableError, unavailableAuthority } from './errors.ts';
import { hashCalled } from './client-side-hashing.ts';
import type { TimeStampAuthorities } from './time-stamp-authorities.ts';

/** Settings of a worker for the time-stamps that it gets. */
export interface TimeStamping {
  readonly source: TimeStampSource;
  readonly hash: HashAlgorithm;
  readonly policy: Oid | undefined;
}

/** Reads it. Undefined when the worker wants no time-stamps. */
export function readTimeStamping(properties: WorkerProperties): TimeStamping | undefined {
  const source = readSource(properties);
  const name = properties.text('TSA_DIGESTALGORITHM') ?? 'SHA-256';
  const hash = hashCalled(name);
  if (hash === undefined) properties.report('TSA_DIGESTALGORITHM', `is '${name}', which is not a known hash`);
  const policy = properties.oid('TSA_POLICYOID', undefined);
  return source && { source, hash: hash ?? hashAlgorithmByName('SHA-256'), policy };
}

export interface TimeStampsDeps {
  readonly authorities: Pick<TimeStampAuthorities, 'ask'>;
  readonly random: Random;
}

/** Time-stamps of authorities, among them workers of this installation. */
export class TimeStamps extends WithDeps<TimeStampsDeps> {
  /**
   * Gets a time-stamp of `data`, which is a signature as a rule, and verifies it. No path is built: which authority is asked, the worker's
   * administrator has decided.
   *
   * @returns the token: a whole ContentInfo
   * @throws {@link TimeStampUnavailableError}, and what {@link askWorker} throws
   */
  async stamp(data: Uint8Array, { source, hash, policy }: TimeStamping, context: ProcessContext): Promise<Uint8Array> {
    const messageImprint = makeMessageImprint(findImprintAlgorithm(hash.name)!, digest(hash, data));
    const nonce = BigInt(`0x${this.deps.random.bytes(NONCE_OCTETS).toHex()}`);
    const request = { messageImprint, policy, nonce, certificateRequested: true };
    const answer = await this.#ask(source, encodeTimeStampRequest(request), context);
    try {
      const response = parseTimeStampResponse(answer);
      const verdict = checkTimeStampResponse(response, request);
      if (verdict.status === 'stamped') return response.token!;
      const refusal = verdict.status === 'refused' ? verdict.info.texts?.join(' ') : verdict.detail;
      throw unavailable(source, refusal ?? 'it was refused');
    } catch (cause) {
      if (cause instanceof PkiError) throw unavailable(source, cause.message, { cause });
      throw cause;
    }
  }

  async #ask(source: TimeStampSource, query: Uint8Array, context: ProcessContext): Promise<Uint8Array> {
    if (source.kind === 'url') {
      const { username, password } = source;
      const credentials = username === undefined ? undefined : { username, password: password?.reveal() ?? '' };
      return this.deps.authorities.ask(source.url, query, credentials);
    }
    const request = { content: contentOf(query), metadata: new Map<string, string>(), fileName: undefined };
    return askWorker(source.worker, request, context);
  }
}

function unavailable(source: TimeStampSource, detail: string, options?: ErrorOptions): TimeStampUnavailableError {
  return source.kind === 'worker'
    ? new TimeStampUnavailableError(detail, options)
    : unavailableAuthority(detail, options);
}

/** Source of time-stamps. */
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
    properties.report('TSA_PASSWORD', 'is missing, but TSA_USERNAME is given');
  if (worker !== undefined) return { kind: 'worker', worker };
  if (address === undefined) return undefined;
  const url = URL.parse(address);
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && url.username + url.password === '') {
    return { kind: 'url', url, username, password };
  }
  properties.report('TSA_URL', 'is not an address of the form https://host/path');
  return undefined;
}

const NONCE_OCTETS = 8;
