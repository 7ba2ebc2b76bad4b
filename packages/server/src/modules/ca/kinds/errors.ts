import { appError } from '../../../kernel/errors.ts';

/** A CA of another kind than the use case is for. */
export class WrongCaKindError extends appError('refused-by-policy', 'ca.wrong_kind') {
  constructor(name: string, kind: string, needed: string) {
    super(`CA '${name}' is of the kind ${kind}; this can be done with a CA of the kind ${needed} only.`);
  }
}

/** A CA that cannot sign now: it is offline, expired, revoked, or waits for its certificate. */
export class CaNotActiveError extends appError('unavailable', 'ca.offline') {
  constructor(name: string, status: string) {
    super(`CA '${name}' cannot sign: its status is ${status}.`);
  }
}

/** A CA without keys here, for an operation that needs them. */
export class CaWithoutKeysError extends appError('refused-by-policy', 'ca.without_keys') {
  constructor(name: string) {
    super(`CA '${name}' has no crypto token, so there are no keys to sign with: only its certificate can be imported.`);
  }
}

/** A signature algorithm that SSH does not have for the CA's key. */
export class SshSignatureError extends appError('refused-by-policy', 'ca.ssh_signature') {
  constructor(name: string, algorithm: string, usable: readonly string[]) {
    super(`The key of the CA '${name}' makes no ${algorithm} signatures in SSH, but ${usable.join(' or ')}.`);
  }
}
