/** Downloads of what certificates name, and questions to those whom they name, from servers of anybody. What comes back is signed, or believed by nobody. */
import http from 'node:http';
import https from 'node:https';
import { ConnectionError, RefusedError, UnexpectedAnswerError, UsageError } from '../errors.ts';
import { printable } from '../terminal/output.ts';

/** Bounds of a download. */
export interface DownloadLimits {
  /** For all of it, redirections included. */
  readonly timeoutMs: number;
  readonly maxOctets: number;
  /** PEM of the CAs that the server of an `https:` URL may have its certificate from; those of the system unless given. */
  readonly ca?: readonly string[] | undefined;
}

/** Octets that are posted. */
export interface SentOctets {
  readonly mediaType: string;
  readonly octets: Uint8Array;
}

/**
 * Gets what is at a URL of `http:` or `https:`, at the end of at most five redirections.
 *
 * @throws {@link UsageError} for another URL
 * @throws {@link ConnectionError}, {@link RefusedError}, {@link UnexpectedAnswerError} when it is larger
 */
export async function downloadPublic(text: string, limits: DownloadLimits): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let url = readUrl(text);
  for (let redirections = 0; ; redirections++) {
    const answer = await exchange(url, limits, signal);
    if (answer instanceof Uint8Array) return answer;
    if (redirections === MAX_REDIRECTIONS)
      throw new UnexpectedAnswerError(`${printable(text)} leads to more than ${MAX_REDIRECTIONS} redirections`);
    url = readUrl(new URL(answer.location, url).href);
  }
}

/**
 * Posts octets to a URL of `http:` or `https:`, and returns those of the answer. Redirections are not followed.
 *
 * @throws {@link UsageError} for another URL
 * @throws {@link ConnectionError}, {@link RefusedError}, {@link UnexpectedAnswerError} when it is larger
 */
export async function postPublic(text: string, sent: SentOctets, limits: DownloadLimits): Promise<Uint8Array> {
  const url = readUrl(text);
  const answer = await exchange(url, limits, AbortSignal.timeout(limits.timeoutMs), sent);
  if (answer instanceof Uint8Array) return answer;
  throw new UnexpectedAnswerError(`${url.href} answers with a redirection to ${printable(answer.location)}`);
}

/** Reads a URL of a protocol that downloads are of. @throws {@link UsageError} */
function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '') return url;
  throw new UsageError(`'${printable(text)}' is not an http: or https: URL without a user`);
}

function exchange(
  url: URL,
  { timeoutMs, maxOctets, ca }: DownloadLimits,
  signal: AbortSignal,
  sent?: SentOctets,
): Promise<Uint8Array | { readonly location: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | { readonly location: string }>();
  const fail = (cause: Error) =>
    reject(
      new ConnectionError(
        signal.aborted ? 'cli.timeout' : 'cli.unreachable',
        signal.aborted ? `${url.href} was not read within ${timeoutMs / 1000} s` : `${url.href}: ${cause.message}`,
        { cause, mayHaveArrived: true },
      ),
    );
  const onAnswer = (answer: http.IncomingMessage) => {
    const { statusCode = 0, headers } = answer;
    answer.on('error', fail);
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.resume();
      return resolve({ location: headers.location });
    }
    if (statusCode !== 200) {
      answer.resume();
      return reject(new RefusedError(statusCode, `${url.href} answers ${statusCode}`));
    }
    const pieces: Uint8Array[] = [];
    let octets = 0;
    answer.on('data', (piece: Uint8Array) => {
      octets += piece.length;
      pieces.push(piece);
      if (octets <= maxOctets) return;
      reject(new UnexpectedAnswerError(`${url.href} is longer than ${maxOctets} octets; it was not read further`));
      answer.destroy();
    });
    answer.on('end', () => resolve(Buffer.concat(pieces)));
  };
  const method = sent === undefined ? 'GET' : 'POST';
  const type = sent && { 'content-type': sent.mediaType, 'content-length': sent.octets.length };
  const options = { method, signal, agent: false, headers: { accept: '*/*', ...type } };
  const request =
    url.protocol === 'http:'
      ? http.request(url, options, onAnswer)
      : https.request(url, { ...options, ...(ca === undefined ? {} : { ca: [...ca] }) }, onAnswer);
  request.on('error', fail);
  request.end(sent?.octets);
  return promise;
}

const MAX_REDIRECTIONS = 5;
