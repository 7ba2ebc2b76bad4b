import { type AppError, appError } from '../../../kernel/errors.ts';

/** An OCSP responder whose certificate ends soon, or has ended, and cannot be renewed. */
export class OcspResponderEndsError extends appError('unavailable', 'ca.ocsp_responder_ends') {
  constructor(name: string, notAfter: number, cause: AppError) {
    const end = new Date(notAfter * 1000).toISOString();
    super(
      `The certificate of the OCSP responder of CA '${name}' ends at ${end} and could not be renewed: ${cause.message} Activate the crypto token of the CA and of its responder.`,
      { cause },
    );
  }
}

/** A CA without an OCSP responder for one of its keys, for which none can be made. */
export class OcspResponderMissingError extends appError('unavailable', 'ca.ocsp_responder_missing') {
  constructor(name: string, cause: AppError) {
    super(
      `CA '${name}' lacks an OCSP responder, and none could be made: ${cause.message} Activate the crypto token of the CA and of its responder.`,
      { cause },
    );
  }
}

/** A setting with which an external CA cannot have an OCSP responder here. */
export class OcspResponderSettingsError extends appError('refused-by-policy', 'ca.ocsp_responder_settings') {
  /** @param wrong - the present value, and the required one */
  constructor(name: string, setting: string, wrong: string) {
    super(`The setting '${setting}' of CA '${name}' ${wrong} for the CA to have an OCSP responder here.`);
  }
}
