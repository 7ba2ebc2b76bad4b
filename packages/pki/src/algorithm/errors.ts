import { PkiError } from '../errors.ts';

/** Problems with an algorithm that was named or read. */
export type AlgorithmErrorCode =
  /** an object identifier or a name that the tables do not hold */
  | 'algorithm.unknown'
  /** parameters that the algorithm does not take, or that are outside what is supported */
  | 'algorithm.bad_parameters';

/** A name, an object identifier or an AlgorithmIdentifier that this package cannot work with. */
export class AlgorithmError extends PkiError<AlgorithmErrorCode> {}
