import { appError } from '../../../kernel/errors.ts';

/** A CA certificate that the profile, the issuer or the keys do not allow. */
export class CaCertificateRefusedError extends appError('refused-by-policy', 'ca.certificate_refused') {
  /** @param problem - completes "the certificate of the CA cannot be issued:" */
  constructor(name: string, problem: string) {
    super(`The certificate of the CA '${name}' cannot be issued: ${problem}`);
  }
}

/** A lint's refusal of bytes that a CA is about to sign. Nothing was signed. */
export class LintRefusedError extends appError('refused-by-policy', 'ca.lint_refused') {
  /** @param problem - a sentence without its full stop */
  constructor(what: string, lint: string, problem: string) {
    super(`The ${what} is not signed, because the lint '${lint}' refuses it: ${problem}.`);
  }
}

/** A requested serial number that the CA has used, or may have used. */
export class SerialNumberInUseError extends appError('conflict', 'ca.serial_number_in_use') {
  constructor(ca: string, serialNumber: string, options?: ErrorOptions) {
    super(
      `The CA '${ca}' has a certificate with the serial number ${serialNumber}, or may have signed one. Choose another number, or leave it to the CA.`,
      options,
    );
  }
}

/** A signature of a device that does not verify with the CA's key. Nothing was issued. */
export class CaSignatureError extends appError('unavailable', 'ca.wrong_signature') {
  constructor(cryptoTokenId: number, alias: string) {
    super(
      `The crypto token made a signature with the key '${alias}' that does not fit the CA's public key. Nothing was issued with it; test the key.`,
      { context: { cryptoTokenId, alias } },
    );
  }
}
