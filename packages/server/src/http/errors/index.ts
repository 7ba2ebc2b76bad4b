/** Refusals of the HTTP edge itself, and errors as clients get them. */
export { toAppError } from './framework-errors.ts';
export {
  AdministrationNeedsTlsError,
  BadBodyError,
  BadHeaderError,
  BadHostError,
  BodyNotJsonError,
  BodyTooComplexError,
  BodyTooLargeError,
  ContradictingVersionsError,
  EDGE_STATUSES,
  ForbiddenCharacterError,
  ListenerConfigError,
  MemberSpelledTwiceError,
  MethodNotAllowedError,
  NoRoomForBodyError,
  NotAcceptableError,
  RouteNotFoundError,
  SchemaViolationError,
  UnknownParameterError,
  UnsupportedContentEncodingError,
  UnsupportedMediaTypeError,
} from './http-errors.ts';
export { renderPlainError } from './plain-errors.ts';
export { type RenderedError, sendError } from './rendered-error.ts';
