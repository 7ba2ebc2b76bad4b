import { appError } from '../kernel/errors.ts';

/** The command line cannot be run. */
export class BadArgumentError extends appError('malformed', 'installation.bad_argument') {}
