/** Errors of the HTTP edge itself, before any use case is asked. Each interface makes its own answer of these. */
import { appError } from '../../kernel/errors.ts';
import { shortened } from '../../kernel/text/shortened.ts';

/** No route has this path. */
export class RouteNotFoundError extends appError('not-found', 'http.route_not_found') {
  /** @param path - as far as it is known where it is thrown */
  constructor(path?: string) {
    super(`There is nothing at ${path === undefined ? 'this address' : `'${path}'`}.`);
  }
}

/** The path exists and does not know this method (RFC 9110 §15.5.6). */
export class MethodNotAllowedError extends appError('malformed', 'http.method_not_allowed') {
  /** The value of the `Allow` header. */
  readonly allow: string;

  constructor(method: string, allow: string) {
    super(`The method ${method} is not allowed here. Allowed: ${allow}.`);
    this.allow = allow;
  }
}

/** The `Accept` header excludes the media type of the answer (RFC 9110 §15.5.7). */
export class NotAcceptableError extends appError('malformed', 'http.not_acceptable') {
  constructor(mediaType: string) {
    super(`The answer is ${mediaType}, which the Accept header excludes.`);
  }
}

/** The body has a media type that is not read here (RFC 9110 §15.5.16). */
export class UnsupportedMediaTypeError extends appError('malformed', 'http.unsupported_media_type') {
  constructor(supported = 'application/json') {
    super(`The Content-Type of the body is not supported here; send ${supported}.`);
  }
}

/** The body is compressed, or encoded in another way (RFC 9110 §8.4). */
export class UnsupportedContentEncodingError extends appError('malformed', 'http.unsupported_content_encoding') {
  constructor() {
    super('The Content-Encoding of the body is not supported; send the body as it is, without compression.');
  }
}

/** The `Expect` header asks for something else than 100-continue (RFC 9110 §15.5.18). */
export class ExpectationFailedError extends appError('malformed', 'http.expectation_failed') {
  constructor() {
    super('The Expect header asks for something that is not known here; leave it out, or send 100-continue.');
  }
}

/** The body is larger than the route takes. */
export class BodyTooLargeError extends appError('too-large', 'http.body_too_large') {
  constructor(options?: ErrorOptions) {
    super('The request body is too large.', options);
  }
}

/** A path segment is longer than any name can be. */
export class PathTooLongError extends appError('too-large', 'http.path_too_long') {
  constructor() {
    super('A part of the path is too long.');
  }
}

/** The path is not percent-encoded UTF-8. */
export class BadPathError extends appError('malformed', 'http.bad_path') {
  constructor() {
    super('The path is not valid percent-encoded UTF-8.');
  }
}

/** A request that names several hosts, or one that cannot be a host. */
export class BadHostError extends appError('malformed', 'http.bad_host') {
  constructor() {
    super('A request needs one header Host, with the name or address of the host.');
  }
}

/** The bodies that are being read and worked on leave no room for another one, and have not done so for a while. */
export class NoRoomForBodyError extends appError('unavailable', 'http.no_room_for_body') {
  override readonly retryAfterSeconds = 5;

  constructor() {
    super('Too many large requests are being worked on. Send it again later.');
  }
}

/** The answers that slow clients have not taken yet leave no room for another one. What was asked for may have been done. */
export class NoRoomForAnswerError extends appError('unavailable', 'http.no_room_for_answer') {
  override readonly retryAfterSeconds = 5;
  override isPartlyDone = true;

  constructor(options: ErrorOptions = {}) {
    super('There is no room for the answer now. What was asked for may have been done.', options);
  }
}

/** A body came so slowly that the connection was ended. */
export class RequestTooSlowError extends appError('malformed', 'http.request_too_slow') {
  /** @param remoteAddress - for the log: nobody is there to be answered */
  constructor(remoteAddress: string) {
    super('The request body came too slowly.', { context: { remoteAddress } });
  }
}

/** An address sends more requests than it may. */
export class TooManyRequestsError extends appError('rate-limited', 'http.too_many_requests') {
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many requests come from this address. Send the request again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The body cannot be read: cut short, or with a length other than announced. */
export class BadBodyError extends appError('malformed', 'http.bad_body') {
  constructor(options?: ErrorOptions) {
    super('The request body could not be read.', options);
  }
}

/** The body is not JSON (RFC 8259), or a member of it would reach an object's prototype. */
export class BodyNotJsonError extends appError('malformed', 'http.body_not_json') {
  constructor() {
    super('The request body is not valid JSON. Check the JSON format.');
  }
}

/** The body has more members and elements than any request of these interfaces. */
export class BodyTooComplexError extends appError('too-large', 'http.body_too_complex') {
  constructor() {
    super('The JSON of the request body has too many members or is nested too deep.');
  }
}

/** Text holds control characters or lone surrogates. */
export class ForbiddenCharacterError extends appError('malformed', 'http.forbidden_character') {
  /** @param where - the parameter or body member, never its value */
  constructor(where: string) {
    super(`'${where}' contains control characters or is not valid Unicode text.`);
  }
}

/** A parameter or body member is missing or has another type than the operation's schema says. */
export class SchemaViolationError extends appError('malformed', 'http.schema_violation') {}

/** A member or parameter stands twice in two spellings, with two values. */
export class MemberSpelledTwiceError extends appError('malformed', 'http.member_spelled_twice') {
  constructor(name: string, written: string) {
    super(`'${shortened(written, MAX_SHOWN)}' is another spelling of '${name}', and the two have different values.`);
  }
}

/** A parameter of the query that the operation does not have. */
export class UnknownParameterError extends appError('malformed', 'http.unknown_parameter') {
  constructor(name: string, known: readonly string[]) {
    const choices = known.length === 0 ? 'The operation has none.' : `The operation has: ${known.join(', ')}.`;
    super(`There is no parameter '${shortened(name, MAX_SHOWN)}' of the query. ${choices}`);
  }
}

/** A header that a client sends once came in a form that cannot be read. */
export class BadHeaderError extends appError('malformed', 'http.bad_header') {
  constructor(name: string) {
    super(`The header ${name} is malformed.`);
  }
}

/** The header If-Match and the body of a request expect different versions. */
export class ContradictingVersionsError extends appError('malformed', 'http.contradicting_versions') {
  constructor() {
    super("The header If-Match and 'version' in the body name different versions. Give one of them.");
  }
}

/** The caller closed the connection before the answer, or has sent no more for a while. This ends what was done for them; as a rule nobody reads it. */
export class CallerGoneError extends appError('unavailable', 'http.caller_gone') {
  constructor() {
    super('The connection was closed before the answer.');
  }
}

/** Administration was tried on a listener without TLS. */
export class AdministrationNeedsTlsError extends appError('unauthenticated', 'http.administration_needs_tls') {
  constructor() {
    super('Administration is not available on this address. Use the HTTPS listener.');
  }
}

/** A request came from the address of a trusted proxy, without its secret or with a wrong one. */
export class ProxyNotBelievedError extends appError('forbidden', 'http.proxy_not_believed') {
  constructor() {
    super(
      'The request comes from the address of a trusted proxy. It needs one header Sealwright-Proxy-Secret with the secret of the proxy.',
    );
  }
}

/** A proxy has sent its secret to a listener without TLS. */
export class ProxyNeedsTlsError extends appError('malformed', 'http.proxy_needs_tls') {
  constructor() {
    super('A proxy is believed on the HTTPS listener only. Send the request there, and give the proxy a new secret.');
  }
}

/** The configuration of a listener contradicts itself. */
export class ListenerConfigError extends appError('malformed', 'http.listener_config') {}

/** Longest name of a client that a message shows. */
const MAX_SHOWN = 64;
