/** Templates for key pairs that a token generates. */
import { curveByName, type KeyAlgorithm, writeDer } from '@sealwright/pki';
import type { KeyPlan, KeyUsage } from '../../modules/crypto-tokens/index.ts';
import type { AttributeOverrides } from './attribute-text.ts';
import { CKA, CKM, CKP } from './cryptoki.ts';
import type { TemplateAttribute } from './protocol.ts';

export interface KeyTemplates {
  readonly mechanism: number;
  readonly publicTemplate: readonly TemplateAttribute[];
  readonly privateTemplate: readonly TemplateAttribute[];
}

/** The name of the mechanism that makes such keys. */
export function keyPairMechanism({ pkcs11 }: KeyAlgorithm): string {
  return pkcs11!.keyPairMechanism;
}

/**
 * @param id - CKA_ID of both halves, by which they find each other; octets that no other key has
 * @param overrides - from the settings of the token; they are stronger
 */
export function keyTemplates(
  { algorithm, specification, options }: KeyPlan,
  alias: string,
  id: Uint8Array,
  usage: KeyUsage | undefined,
  overrides: AttributeOverrides,
): KeyTemplates {
  const both: TemplateAttribute[] = [
    [CKA.TOKEN, true],
    [CKA.LABEL, alias],
    [CKA.ID, id],
  ];
  const { publicUses, privateUses } = usesOf(algorithm, usage);
  return {
    mechanism: CKM[keyPairMechanism(algorithm)]!,
    publicTemplate: merged(
      [...both, [CKA.PRIVATE, false], ...publicUses, ...sizeOf(algorithm, specification, options.modulusLength)],
      overrides.publicKey,
    ),
    privateTemplate: merged(
      [...both, [CKA.PRIVATE, true], [CKA.SENSITIVE, true], [CKA.EXTRACTABLE, false], ...privateUses],
      overrides.privateKey,
    ),
  };
}

/**
 * Returns the permitted uses of both halves. A kind of key that can do one thing only does that. Forbidden uses of the private key are stated,
 * since tokens differ in what they allow otherwise.
 */
function usesOf(
  { name, signs, encapsulates, sizing }: KeyAlgorithm,
  usage: KeyUsage | undefined,
): { publicUses: TemplateAttribute[]; privateUses: TemplateAttribute[] } {
  const sign = signs && usage !== 'ENCRYPT';
  const encrypt = !signs || (usage !== 'SIGN' && sizing !== 'fixed');
  if (encapsulates === true) {
    return { publicUses: [[CKA.ENCAPSULATE, true]], privateUses: [[CKA.DECAPSULATE, true]] };
  }
  const wraps = encrypt && name === 'RSA';
  return {
    publicUses: [
      [CKA.VERIFY, sign],
      ...(wraps
        ? ([
            [CKA.ENCRYPT, true],
            [CKA.WRAP, true],
          ] as const)
        : []),
    ],
    privateUses: [
      [CKA.SIGN, sign],
      [CKA.DECRYPT, wraps],
      [CKA.UNWRAP, wraps],
      [CKA.DERIVE, encrypt && !wraps],
    ],
  };
}

function sizeOf(
  { sizing, oid, pkcs11 }: KeyAlgorithm,
  specification: string,
  modulusLength: number | undefined,
): TemplateAttribute[] {
  if (sizing === 'modulus') {
    return [
      [CKA.MODULUS_BITS, modulusLength!],
      [CKA.PUBLIC_EXPONENT, F4],
    ];
  }
  if (pkcs11!.parameterSet !== undefined) return [[CKA.PARAMETER_SET, CKP[pkcs11!.parameterSet]!]];
  const curve = sizing === 'curve' ? curveByName(specification).oid : oid;
  return [[CKA.EC_PARAMS, writeDer((writer) => writer.oid(curve))]];
}

function merged(
  template: readonly TemplateAttribute[],
  overrides: readonly TemplateAttribute[],
): readonly TemplateAttribute[] {
  return [...new Map([...template, ...overrides].map(([type, value]) => [type, value])).entries()];
}

/** 65537, as everybody has it. */
const F4 = Uint8Array.of(1, 0, 1);
