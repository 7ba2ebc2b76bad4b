/** Errors of keys that are not generated, kept, imported or handed out. */
import { appError } from '../../../kernel/errors.ts';
import { inOneLine } from '../../../kernel/text/shortened.ts';

/** Reasons for which the key of a keystore is not imported. */
export type KeyImportReason =
  | 'ALREADY_KEPT'
  | 'APPROVAL_REQUIRED'
  | 'CERTIFICATE_MISSING'
  | 'GENERAL_ERROR'
  | 'KEYSTORE_UNREADABLE'
  | 'NOT_ONE_KEY'
  | 'OTHER_CERTIFICATE'
  | 'OTHER_END_ENTITY'
  | 'OTHER_ISSUER'
  | 'PROFILE_VIOLATION'
  | 'SIGNING_ONLY_KEY'
  | 'UNKNOWN_CRL_PARTITION'
  | 'WRONG_PASSWORD';

/** A keystore whose key is not imported. The other keystores of the request are processed. */
export class KeyImportError extends appError('refused-by-policy', 'ra.key_not_imported') {
  readonly reason: KeyImportReason;

  constructor(reason: KeyImportReason, options?: ErrorOptions) {
    super(`The key of the keystore was not imported: ${reason}.`, options);
    this.reason = reason;
  }
}

/** A key import for end entities whose profile does not allow key recovery. */
export class KeyImportRefusedByProfileError extends appError('refused-by-policy', 'ra.key_recovery_off') {
  constructor(profileName: string) {
    super(
      `End entity profile '${profileName}' allows no key recovery. Turn keyRecoveryUsed on, or name another profile.`,
    );
  }
}

/** A key algorithm that is unknown, or for which no keys are generated. */
export class UnsupportedKeyAlgorithmError extends appError('refused-by-policy', 'ra.unsupported_key_algorithm') {
  constructor(name: string, options?: ErrorOptions) {
    super(`Unsupported key algorithm '${inOneLine(name, 64)}'`, options);
  }
}

/** A key size or curve that is unknown, too small or too large for generated keys. */
export class KeySpecificationError extends appError('refused-by-policy', 'ra.unsupported_key_specification') {}

/** A requested key specification that differs from that of the kept key. */
export class KeptKeyDiffersError extends appError('refused-by-policy', 'ra.kept_key_differs') {
  constructor(
    wanted: { readonly algorithm: string; readonly specification: string },
    kept: { readonly algorithm: string; readonly specification: string },
  ) {
    super(
      `The key that was kept is ${kept.algorithm} ${kept.specification}, and key_alg and key_spec ask for ${wanted.algorithm} ${wanted.specification}. Ask for '${kept.algorithm}' and '${kept.specification}', or have the status set to NEW for a new key.`,
    );
  }
}

/** Too many key pairs in generation for another one to finish in time. */
export class KeysBusyError extends appError('unavailable', 'ra.keys_busy') {
  constructor() {
    super('Too many key pairs are being generated. Try again in a few seconds.');
  }
}

/** Too many keystores are being made for another one to be made in time. */
export class KeystoresBusyError extends appError('unavailable', 'ra.keystores_busy') {
  override readonly retryAfterSeconds = 5;

  constructor() {
    super('Too many keystores are being made. Repeat the request later.');
  }
}

/** A certificate profile under which only the end entity itself may generate its key. */
export class KeyGenerationForbiddenError extends appError('refused-by-policy', 'ra.key_generation_forbidden') {
  constructor(profileName: string, requirements: 'TLS' | 'CODE_SIGNING') {
    const reason =
      requirements === 'TLS'
        ? 'for TLS server certificates, under which a CA generates no keys for others (6.1.1.3)'
        : 'for code signing, under which a key never leaves the hardware that it was generated in (6.2.7.4)';
    super(
      `Certificate profile '${profileName}' follows the Baseline Requirements ${reason}. Enroll with a certificate request for a key that the end entity has generated itself.`,
    );
  }
}

/** A request for a keystore by an end entity whose token type is not a keystore. */
export class UnsupportedTokenTypeError extends appError('malformed', 'ra.unsupported_token_type') {
  constructor() {
    super("Unsupported token type. Must be one of 'PKCS12', 'BCFKS' or 'JKS'.");
  }
}
