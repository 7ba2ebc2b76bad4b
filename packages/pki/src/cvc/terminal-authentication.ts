/**
 * The algorithms of terminal authentication (BSI TR-03110 part 3 A.6.3, A.6.4): identifiers of their own for entries of the table of signature
 * algorithms. The identifier stands in the public key and says what its owner signs with.
 */
import { type SignatureAlgorithm, signatureAlgorithmByName } from '../algorithm/index.ts';
import { oid, type Oid } from '../der/index.ts';
import { CvcError } from './errors.ts';

/** One of the algorithms. */
export interface TerminalAuthenticationAlgorithm {
  /** As the technical guideline writes it. */
  readonly name: string;
  readonly oid: Oid;
  readonly signature: SignatureAlgorithm;
}

/** id-TA of BSI. */
const ID_TA = '0.4.0.127.0.7.2.2.2';

export const terminalAuthenticationAlgorithms: readonly TerminalAuthenticationAlgorithm[] = [
  entry('id-TA-RSA-v1-5-SHA-1', '1.1', 'SHA1WithRSA'),
  entry('id-TA-RSA-v1-5-SHA-256', '1.2', 'SHA256WithRSA'),
  entry('id-TA-RSA-PSS-SHA-1', '1.3', 'SHA1withRSAandMGF1'),
  entry('id-TA-RSA-PSS-SHA-256', '1.4', 'SHA256withRSAandMGF1'),
  entry('id-TA-RSA-v1-5-SHA-512', '1.5', 'SHA512WithRSA'),
  entry('id-TA-RSA-PSS-SHA-512', '1.6', 'SHA512withRSAandMGF1'),
  entry('id-TA-ECDSA-SHA-1', '2.1', 'SHA1withECDSA'),
  entry('id-TA-ECDSA-SHA-224', '2.2', 'SHA224withECDSA'),
  entry('id-TA-ECDSA-SHA-256', '2.3', 'SHA256withECDSA'),
  entry('id-TA-ECDSA-SHA-384', '2.4', 'SHA384withECDSA'),
  entry('id-TA-ECDSA-SHA-512', '2.5', 'SHA512withECDSA'),
];

/** @throws {@link CvcError} `cvc.unknown_algorithm` */
export function terminalAuthenticationByOid(id: Oid): TerminalAuthenticationAlgorithm {
  const found = terminalAuthenticationAlgorithms.find((each) => each.oid === id);
  if (found === undefined) throw unknown(`${id} is not an algorithm of terminal authentication`);
  return found;
}

/** @throws {@link CvcError} `cvc.unknown_algorithm` for a signature algorithm that terminal authentication does not use */
export function terminalAuthenticationOf(signature: SignatureAlgorithm): TerminalAuthenticationAlgorithm {
  const found = terminalAuthenticationAlgorithms.find((each) => each.signature.name === signature.name);
  if (found === undefined) throw unknown(`${signature.name} is not an algorithm of terminal authentication`);
  return found;
}

function entry(name: string, arcs: string, signature: string): TerminalAuthenticationAlgorithm {
  return { name, oid: oid(`${ID_TA}.${arcs}`), signature: signatureAlgorithmByName(signature) };
}

function unknown(message: string): CvcError {
  return new CvcError('cvc.unknown_algorithm', message);
}
