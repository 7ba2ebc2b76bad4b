import { PkiError } from '../errors.ts';

/** The structure at whose reading an error came up: the first part of its code. */
export type KeystoreArea = 'pkcs12' | 'pkcs8' | 'jks' | 'bcfks';

/** Problems with a keystore: the second part of the code. */
type KeystoreProblem =
  /** the MAC or the padding does not fit the password, or the file was changed */
  | 'wrong_password'
  /** deriving the keys would take more iterations than the caller allows */
  | 'too_many_iterations'
  /** an algorithm, mode or version that is not implemented */
  | 'unsupported'
  /** a value that the structure does not allow: no iterations, an IV of the wrong size, ... */
  | 'bad_value';

/** Why a keystore or an encrypted key was refused, other than by the BER and DER readers. */
export type KeystoreErrorCode = `${KeystoreArea}.${KeystoreProblem}`;

/** A keystore or an encrypted key that cannot be opened. */
export class KeystoreError extends PkiError<KeystoreErrorCode> {}
