/** Errors as one line of text, where no interface has a form of its own. */
import { AppError } from '../../kernel/errors.ts';
import type { RenderedError } from './rendered-error.ts';
import { EDGE_STATUSES, ruleFor, USUAL_STATUSES } from './statuses.ts';

/** Makes a status and a line of text of an error; of a failure of ours it tells nothing. */
export function renderPlainError(error: unknown): RenderedError {
  if (!(error instanceof AppError)) return { status: 500, body: 'General failure.\n' };
  return { status: ruleFor(EDGE_STATUSES, error.code) ?? USUAL_STATUSES[error.kind], body: `${error.message}\n` };
}
