import { AppError } from '../../kernel/errors.ts';
import {
  BadBodyError,
  BadPathError,
  BodyTooLargeError,
  PathTooLongError,
  RouteNotFoundError,
  UnsupportedMediaTypeError,
} from './http-errors.ts';

/**
 * Makes one of our errors of what the HTTP framework found wrong with a request.
 *
 * Everything else is returned as it came: a bug of ours, which an interface answers with 500.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' ? FRAMEWORK_ERRORS[code]?.(error) : undefined) ?? error;
}

const FRAMEWORK_ERRORS: Readonly<Record<string, ((cause: unknown) => AppError) | undefined>> = {
  FST_ERR_BAD_URL: () => new BadPathError(),
  FST_ERR_MAX_PARAM_LENGTH: () => new PathTooLongError(),
  FST_ERR_NOT_FOUND: () => new RouteNotFoundError(),
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) => new BodyTooLargeError({ cause }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new UnsupportedMediaTypeError(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: (cause) => new BadBodyError({ cause }),
  // The client went away while its body was read; nobody hears the answer.
  ECONNRESET: (cause) => new BadBodyError({ cause }),
  ERR_STREAM_PREMATURE_CLOSE: (cause) => new BadBodyError({ cause }),
};
