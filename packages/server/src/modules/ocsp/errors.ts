import { appError } from '../../kernel/errors.ts';

/** A request for more certificates than are answered at once. */
export class OcspRequestTooLargeError extends appError('too-large', 'ocsp.request_too_large') {
  constructor(options?: ErrorOptions) {
    super('The OCSP request is too large. Ask for 100 certificates at most at a time, in 64 KiB.', options);
  }
}

/** The configuration changes faster than it can be read, so it is unknown whether the issuer is a CA of this installation. */
export class OcspEpochMovesError extends appError('unavailable', 'ocsp.epoch_moves') {
  constructor() {
    super('The configuration changes too fast to answer OCSP requests. Try again later.');
  }
}
