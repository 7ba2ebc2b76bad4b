/** Refusals of the HTTP edge itself, and errors as clients get them. */
export type { ErrorCode } from './error-code.ts';
export { toAppError } from './framework-errors.ts';
export {
  AdministrationNeedsTlsError,
  BadBodyError,
  BadHeaderError,
  BadHostError,
  BodyNotJsonError,
  BodyTooComplexError,
  BodyTooLargeError,
  CallerGoneError,
  ContradictingVersionsError,
  ExpectationFailedError,
  ForbiddenCharacterError,
  ListenerConfigError,
  MemberSpelledTwiceError,
  MethodNotAllowedError,
  NoRoomForAnswerError,
  NoRoomForBodyError,
  NotAcceptableError,
  ProxyNeedsTlsError,
  ProxyNotBelievedError,
  RequestTooSlowError,
  RouteNotFoundError,
  SchemaViolationError,
  TooManyRequestsError,
  UnknownParameterError,
  UnsupportedContentEncodingError,
  UnsupportedMediaTypeError,
} from './http-errors.ts';
export { renderPlainError } from './plain-errors.ts';
export { type RenderedError, renderedError, sendError } from './rendered-error.ts';
export { type ByCode, EDGE_STATUSES, ruleFor, USUAL_STATUSES } from './statuses.ts';
