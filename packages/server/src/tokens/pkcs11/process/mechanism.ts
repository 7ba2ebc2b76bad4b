import type { MechanismParameter } from '../protocol.ts';
import type { Mechanism } from './binding.ts';

/** A mechanism as the binding takes it. `data` is the other side's public key in an agreement. */
export function mechanismOf(
  mechanism: number,
  parameter: MechanismParameter | undefined,
  data?: Uint8Array,
): Mechanism {
  return { mechanism, parameter: parameter === undefined ? null : structureOf(parameter, data) };
}

function structureOf(parameter: MechanismParameter, data: Uint8Array | undefined): NonNullable<Mechanism['parameter']> {
  if (parameter.kind === 'octets') return Buffer.from(parameter.octets);
  if (parameter.kind === 'ecdh') {
    return { type: CK_PARAMS.EC_DH, kdf: CKD_NULL, publicData: Buffer.from(data ?? []) };
  }
  const { hash: hashAlg, mgf } = parameter;
  return parameter.kind === 'pss'
    ? { type: CK_PARAMS.RSA_PSS, hashAlg, mgf, saltLen: parameter.saltLength }
    : { type: CK_PARAMS.RSA_OAEP, hashAlg, mgf, source: CKZ_DATA_SPECIFIED };
}

/** The binding's own numbers for structures. */
const CK_PARAMS = { RSA_OAEP: 4, RSA_PSS: 5, EC_DH: 6 } as const;
const CKZ_DATA_SPECIFIED = 1;
const CKD_NULL = 1;
