/** RSA key pairs that are generated before somebody asks for them, and the generation of all others that may take long. */
export { KeyPairPool, type KeyPairPoolOptions } from './key-pair-pool.ts';
