import { AppError } from '../../../kernel/errors.ts';

/** The certificate of an OCSP responder ends, or has ended, and no other one can be made. */
export class OcspResponderEndsError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ca.ocsp_responder_ends';

  constructor(name: string, notAfter: number, cause: AppError) {
    const end = new Date(notAfter * 1000).toISOString();
    super(
      `The certificate of the OCSP responder of CA '${name}' ends at ${end} and could not be renewed: ${cause.message} Activate the crypto token of the CA and of its responder.`,
      { cause },
    );
  }
}

/** A setting of an external CA that lets it have no OCSP responder here. */
export class OcspResponderSettingsError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.ocsp_responder_settings';

  /** @param wrong - what the setting is, and has to be */
  constructor(name: string, setting: string, wrong: string) {
    super(`The setting '${setting}' of CA '${name}' ${wrong} for the CA to have an OCSP responder here.`);
  }
}
