import { appError } from '../kernel/errors.ts';

/** A setting that is unknown, or has a value that it cannot have. */
export class ServerConfigError extends appError('malformed', 'installation.bad_setting') {}
