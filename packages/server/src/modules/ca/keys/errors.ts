import { AppError } from '../../../kernel/errors.ts';

/** A CA was to sign with a key that another one signs with. */
export class CaKeyTakenError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.key_taken';

  /** @param owner - the name of the other CA */
  constructor(alias: string, owner: string) {
    super(`The key pair '${alias}' is that of the CA '${owner}'. Name another key: CAs do not share one.`);
  }
}

/** The key that a CA is to have signs documents, or did. */
export class KeySignsDocumentsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.key_signs_documents';

  /** @param signer - in words: `worker 'Signer'`; undefined when there is none any more */
  constructor(alias: string, signer?: string) {
    super(
      `Documents ${signer === undefined ? 'were' : 'are'} signed with the key pair '${alias}'${signer === undefined ? '' : ` by the ${signer}`}. Name another key: what signs documents is no key of a CA.`,
    );
  }
}

/** The crypto token has a key under the alias of a CA, and it is not what the settings of the CA say. */
export class CaKeySpecError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.key_spec';

  constructor(alias: string, found: string, wanted: string) {
    super(
      `The key pair '${alias}' is of ${found}, and the settings of the CA say ${wanted}. Name another alias, correct the settings, or remove the key pair ('sealwright token remove-key') if nobody needs it.`,
    );
  }
}
