/** The named elliptic curves of ECDSA keys (RFC 5480 §2.1.1.1, RFC 5639), in one table. */
import { oid, type Oid } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { AlgorithmError } from './errors.ts';

export interface NamedCurve {
  /** NIST's name where there is one, else that of SEC 2 or RFC 5639. */
  readonly name: string;
  /** Other names of the same curve, as requests and configurations write them. */
  readonly aliases: readonly string[];
  readonly oid: Oid;
  /** The name that `node:crypto` knows it by. */
  readonly nodeName: string;
  /** Size of the field. A coordinate takes `ceil(bits / 8)` octets. */
  readonly bits: number;
}

export const namedCurves: readonly NamedCurve[] = [
  curve('P-224', '1.3.132.0.33', 224, 'secp224r1'),
  curve('P-256', '1.2.840.10045.3.1.7', 256, 'prime256v1', 'secp256r1'),
  curve('P-384', '1.3.132.0.34', 384, 'secp384r1'),
  curve('P-521', '1.3.132.0.35', 521, 'secp521r1'),
  curve('secp256k1', '1.3.132.0.10', 256),
  curve('brainpoolP224r1', '1.3.36.3.3.2.8.1.1.5', 224),
  curve('brainpoolP224t1', '1.3.36.3.3.2.8.1.1.6', 224),
  curve('brainpoolP256r1', '1.3.36.3.3.2.8.1.1.7', 256),
  curve('brainpoolP256t1', '1.3.36.3.3.2.8.1.1.8', 256),
  curve('brainpoolP320r1', '1.3.36.3.3.2.8.1.1.9', 320),
  curve('brainpoolP320t1', '1.3.36.3.3.2.8.1.1.10', 320),
  curve('brainpoolP384r1', '1.3.36.3.3.2.8.1.1.11', 384),
  curve('brainpoolP384t1', '1.3.36.3.3.2.8.1.1.12', 384),
  curve('brainpoolP512r1', '1.3.36.3.3.2.8.1.1.13', 512),
  curve('brainpoolP512t1', '1.3.36.3.3.2.8.1.1.14', 512),
];

/**
 * The curve called `name`, by any of its names in any case.
 *
 * @throws {@link AlgorithmError} `algorithm.unknown`
 */
export function curveByName(name: string): NamedCurve {
  const found = byName.get(name.toLowerCase());
  if (found === undefined) {
    const known = namedCurves.map((each) => each.name).join(', ');
    throw new AlgorithmError('algorithm.unknown', `no curve is called '${excerpt(name)}'; known are ${known}`);
  }
  return found;
}

/** The curve that `id` identifies, or undefined. */
export function findCurve(id: Oid): NamedCurve | undefined {
  return byOid.get(id);
}

function curve(name: string, id: string, bits: number, nodeName = name, ...others: string[]): NamedCurve {
  return { name, aliases: nodeName === name ? others : [nodeName, ...others], oid: oid(id), nodeName, bits };
}

const byName = new Map(
  namedCurves.flatMap((each) => [each.name, ...each.aliases].map((name) => [name.toLowerCase(), each])),
);
const byOid = new Map(namedCurves.map((each) => [each.oid, each]));
