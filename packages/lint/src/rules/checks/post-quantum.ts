/** Checks of post-quantum keys and signatures, alike for each family. */
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { POST_QUANTUM, type PostQuantumAlgorithm, type PostQuantumFamily } from '../../certificate/post-quantum.ts';
import { checkKeyUsages } from './key-usages.ts';

/** Checks that the algorithms of key and signature, inside and outside, have no parameters. */
export function checkParameters(
  { algorithm, publicKey, signed }: CertificateUnderLint,
  family: PostQuantumFamily,
): readonly string[] {
  return [algorithm, ...(signed === undefined ? [] : [signed.algorithm]), publicKey.algorithm].flatMap(
    ({ oid, parameters }) => {
      const found = ofFamily(oid, family);
      return found === undefined || parameters === undefined
        ? []
        : [`the algorithm ${found.name} has parameters; they have to be absent`];
    },
  );
}

/** Checks that the octets of a public key are as many as its algorithm has. */
export function checkKeySize({ publicKey }: CertificateUnderLint, family: PostQuantumFamily): string | undefined {
  const found = ofFamily(publicKey.algorithm.oid, family);
  if (found === undefined) return undefined;
  const { octets, unusedBits } = publicKey;
  return octets.length === found.keyOctets && unusedBits === 0
    ? undefined
    : `the ${found.name} key has ${octets.length} octets; ${found.keyOctets} are right`;
}

/** Checks that the octets of the signature, where there is one yet, are as many as its algorithm makes. */
export function checkSignatureSize({ signed }: CertificateUnderLint, family: PostQuantumFamily): string | undefined {
  if (signed === undefined) return undefined;
  const found = ofFamily(signed.algorithm.oid, family);
  return found === undefined || (signed.signature.length === found.signatureOctets && signed.unusedBits === 0)
    ? undefined
    : `the ${found.name} signature has ${signed.signature.length} octets; ${found.signatureOctets} are right`;
}

/** Checks that a key that signs has a key usage of signing, and no other. */
export function checkSigningUsages(certificate: CertificateUnderLint, family: PostQuantumFamily): string | undefined {
  const found = ofFamily(certificate.publicKey.algorithm.oid, family);
  return found === undefined
    ? undefined
    : checkKeyUsages(certificate, `an ${found.family} key`, {
        digitalSignature: [],
        nonRepudiation: [],
        keyCertSign: [],
        cRLSign: [],
      });
}

function ofFamily(oid: string, family: PostQuantumFamily): PostQuantumAlgorithm | undefined {
  const found = POST_QUANTUM.get(oid);
  return found?.family === family ? found : undefined;
}
