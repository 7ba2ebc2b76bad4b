/** AlgorithmIdentifiers that requirements of the CA/Browser Forum want octet by octet, in hexadecimal. */

/** RSA, EC on P-256, P-384 and P-521, Ed25519 and Ed448 (S/MIME Baseline Requirements 7.1.3.1). */
export const CLASSICAL_KEYS: ReadonlySet<string> = new Set([
  '300d06092a864886f70d0101010500',
  '301306072a8648ce3d020106082a8648ce3d030107',
  '301006072a8648ce3d020106052b81040022',
  '301006072a8648ce3d020106052b81040023',
  '300506032b6570',
  '300506032b6571',
]);

/** ML-DSA-44, ML-DSA-65 and ML-DSA-87. */
export const ML_DSA: readonly string[] = ['11', '12', '13'].map((number) => `300b06096086480165030403${number}`);

/** ML-KEM-512, ML-KEM-768 and ML-KEM-1024. */
export const ML_KEM: readonly string[] = ['01', '02', '03'].map((number) => `300b06096086480165030404${number}`);

/** RSASSA-PKCS1-v1_5, RSASSA-PSS and ECDSA with SHA-256, SHA-384 and SHA-512, Ed25519 and Ed448 (S/MIME Baseline Requirements 7.1.3.2). */
export const CLASSICAL_SIGNATURES: ReadonlySet<string> = new Set([
  '300d06092a864886f70d01010b0500',
  '300d06092a864886f70d01010c0500',
  '300d06092a864886f70d01010d0500',
  pss('01', '20'),
  pss('02', '30'),
  pss('03', '40'),
  '300a06082a8648ce3d040302',
  '300a06082a8648ce3d040303',
  '300a06082a8648ce3d040304',
  '300506032b6570',
  '300506032b6571',
]);

/** RSASSA-PSS with a hash, MGF1 with the same hash, and a salt of a length. */
function pss(hash: string, saltLength: string): string {
  const algorithm = `300d06096086480165030402${hash}0500`;
  return `304106092a864886f70d01010a3034a00f${algorithm}a11c301a06092a864886f70d010108${algorithm}a2030201${saltLength}`;
}
