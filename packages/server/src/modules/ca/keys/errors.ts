import { appError } from '../../../kernel/errors.ts';

/** A key for a CA that another CA uses already. */
export class CaKeyTakenError extends appError('conflict', 'ca.key_taken') {
  /** @param owner - name of the other CA */
  constructor(alias: string, owner: string) {
    super(`The key pair '${alias}' is that of the CA '${owner}'. Name another key: CAs do not share one.`);
  }
}

/** A key for a CA with which documents are or were signed. */
export class KeySignsDocumentsError extends appError('conflict', 'ca.key_signs_documents') {
  /** @param signer - as text such as `worker 'Signer'`; undefined if it no longer exists */
  constructor(alias: string, signer?: string) {
    super(
      `Documents ${signer === undefined ? 'were' : 'are'} signed with the key pair '${alias}'${signer === undefined ? '' : ` by the ${signer}`}. Name another key: a key that signs documents cannot be a key of a CA.`,
    );
  }
}

/** A key in the crypto token under the alias of a CA that differs from the CA's settings. */
export class CaKeySpecError extends appError('conflict', 'ca.key_spec') {
  constructor(alias: string, found: string, wanted: string) {
    super(
      `The key pair '${alias}' is of ${found}, and the settings of the CA say ${wanted}. Name another alias, correct the settings, or remove the key pair ('sealwright token remove-key') if nobody needs it.`,
    );
  }
}
