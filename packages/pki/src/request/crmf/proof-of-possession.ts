/** `ProofOfPossession` of CRMF: how the requester shows that it holds the private key (RFC 4211 §4). */
import { readAlgorithmIdentifier } from '../../algorithm/index.ts';
import {
  contextConstructed,
  contextPrimitive,
  type Der,
  DerError,
  type DerReader,
  retag,
  Tag,
} from '../../der/index.ts';
import { type GeneralName, readGeneralName } from '../../general-name/index.ts';
import { type PublicKeyMac, readPublicKeyMac } from './password-based-mac.ts';

/** A proof, by its kind. */
export type ProofOfPossession =
  /** The sender says that a registration authority has seen one. */
  | { readonly type: 'raVerified' }
  | SigningKeyProof
  /** A proof by decryption or agreement, which takes a further message. */
  | { readonly type: 'keyEncipherment' | 'keyAgreement'; readonly method: KeyProofMethod };

/** Alternatives of `POPOPrivKey`. */
export type KeyProofMethod = (typeof METHODS)[number];

/** A signature by the key itself. */
export interface SigningKeyProof {
  readonly type: 'signature';
  /** The signed structure where it is not the request itself. */
  readonly input: SigningKeyInput | undefined;
  readonly algorithmDer: Der<'AlgorithmIdentifier'>;
  readonly signature: Uint8Array;
}

/** `POPOSigningKeyInput`: the key, and who says that it is the key of whom. */
export interface SigningKeyInput {
  /** As it is signed. */
  readonly der: Uint8Array;
  /** A name of the requester that was established before; or else a MAC. */
  readonly sender: GeneralName | undefined;
  readonly publicKeyMac: PublicKeyMac | undefined;
  /** The SubjectPublicKeyInfo, as it stands there. */
  readonly publicKey: Uint8Array;
}

/** Reads the proof, undefined when the next element is not one. @throws {DerError} */
export function readProofOfPossession(reader: DerReader): ProofOfPossession | undefined {
  if (reader.nextIs(contextPrimitive(0))) {
    const { offset } = reader;
    if (reader.readAny().content.length > 0) throw new DerError('der.bad_value', 'a NULL is not empty', offset);
    return { type: 'raVerified' };
  }
  if (reader.nextIs(contextConstructed(1))) return readSigningKey(reader.readConstructed(contextConstructed(1)));
  for (const [number, type] of KEY_PROOFS)
    if (reader.nextIs(contextConstructed(number))) return { type, method: readMethod(reader.readExplicit(number)) };
  return undefined;
}

function readSigningKey(proof: DerReader): SigningKeyProof {
  const input = proof.nextIs(contextConstructed(0)) ? readInput(proof) : undefined;
  const algorithmDer = readAlgorithmIdentifier(proof).der;
  const signature = proof.readBitStringBytes();
  proof.finish();
  return { type: 'signature', input, algorithmDer, signature };
}

function readInput(proof: DerReader): SigningKeyInput {
  const { raw, content } = proof.readConstructedElement(contextConstructed(0));
  const sender = content.readExplicitValue(0, readGeneralName);
  const publicKeyMac = sender === undefined ? readPublicKeyMac(content) : undefined;
  const publicKey = content.readElement(Tag.sequence).raw;
  content.finish();
  // The tag in the request is implicit; the structure is signed under its own (RFC 4211 §4.1).
  return { der: retag(raw, Tag.sequence), sender, publicKeyMac, publicKey };
}

function readMethod(explicit: DerReader): KeyProofMethod {
  const { offset } = explicit;
  const { tag } = explicit.readAny();
  explicit.finish();
  const method = METHODS[tag & 0x1f];
  if (tag < 0x80 || tag >= 0xc0 || method === undefined)
    throw new DerError('der.unexpected_tag', 'a proof by a key that does not sign is of no known kind', offset);
  return method;
}

const KEY_PROOFS = [
  [2, 'keyEncipherment'],
  [3, 'keyAgreement'],
] as const;
/** By their numbers. */
const METHODS = ['thisMessage', 'subsequentMessage', 'dhMAC', 'agreeMAC', 'encryptedKey'] as const;
