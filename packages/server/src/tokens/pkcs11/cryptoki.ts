/** The numbers of PKCS#11 (Cryptoki) 3.2 that this program uses, under the names of the specification. */

/** CK_OBJECT_CLASS */
export const CKO = { CERTIFICATE: 1, PUBLIC_KEY: 2, PRIVATE_KEY: 3, SECRET_KEY: 4 } as const;

/** CK_ATTRIBUTE_TYPE */
export const CKA = {
  CLASS: 0x0,
  TOKEN: 0x1,
  PRIVATE: 0x2,
  LABEL: 0x3,
  VALUE: 0x11,
  KEY_TYPE: 0x100,
  ID: 0x102,
  SENSITIVE: 0x103,
  ENCRYPT: 0x104,
  DECRYPT: 0x105,
  WRAP: 0x106,
  UNWRAP: 0x107,
  SIGN: 0x108,
  VERIFY: 0x10a,
  DERIVE: 0x10c,
  MODULUS: 0x120,
  MODULUS_BITS: 0x121,
  PUBLIC_EXPONENT: 0x122,
  PUBLIC_KEY_INFO: 0x129,
  VALUE_LEN: 0x161,
  EXTRACTABLE: 0x162,
  MODIFIABLE: 0x170,
  COPYABLE: 0x171,
  DESTROYABLE: 0x172,
  EC_PARAMS: 0x180,
  EC_POINT: 0x181,
  ALWAYS_AUTHENTICATE: 0x202,
  WRAP_WITH_TRUSTED: 0x210,
  PARAMETER_SET: 0x61d,
  ENCAPSULATE: 0x633,
  DECAPSULATE: 0x634,
} as const;

/** CK_KEY_TYPE */
export const CKK: Readonly<Record<string, number>> = {
  CKK_RSA: 0x0,
  CKK_EC: 0x3,
  CKK_GENERIC_SECRET: 0x10,
  CKK_EC_EDWARDS: 0x40,
  CKK_EC_MONTGOMERY: 0x41,
  CKK_ML_KEM: 0x49,
  CKK_ML_DSA: 0x4a,
  CKK_SLH_DSA: 0x4b,
};

/** Parameter sets: each family counts from 1. SLH-DSA takes SHA-2 and SHAKE in turns. */
export const CKP: Readonly<Record<string, number>> = {
  CKP_ML_DSA_44: 1,
  CKP_ML_DSA_65: 2,
  CKP_ML_DSA_87: 3,
  CKP_ML_KEM_512: 1,
  CKP_ML_KEM_768: 2,
  CKP_ML_KEM_1024: 3,
  CKP_SLH_DSA_SHA2_128S: 1,
  CKP_SLH_DSA_SHAKE_128S: 2,
  CKP_SLH_DSA_SHA2_128F: 3,
  CKP_SLH_DSA_SHAKE_128F: 4,
  CKP_SLH_DSA_SHA2_192S: 5,
  CKP_SLH_DSA_SHAKE_192S: 6,
  CKP_SLH_DSA_SHA2_192F: 7,
  CKP_SLH_DSA_SHAKE_192F: 8,
  CKP_SLH_DSA_SHA2_256S: 9,
  CKP_SLH_DSA_SHAKE_256S: 10,
  CKP_SLH_DSA_SHA2_256F: 11,
  CKP_SLH_DSA_SHAKE_256F: 12,
};

/** CK_MECHANISM_TYPE: what makes keys, signs, decrypts and agrees. */
export const CKM: Readonly<Record<string, number>> = {
  CKM_RSA_PKCS_KEY_PAIR_GEN: 0x0,
  CKM_RSA_PKCS: 0x1,
  CKM_RSA_X_509: 0x3,
  CKM_RSA_PKCS_OAEP: 0x9,
  CKM_RSA_PKCS_PSS: 0xd,
  CKM_ML_KEM_KEY_PAIR_GEN: 0xf,
  CKM_ML_KEM: 0x17,
  CKM_ML_DSA_KEY_PAIR_GEN: 0x1c,
  CKM_ML_DSA: 0x1d,
  CKM_SLH_DSA_KEY_PAIR_GEN: 0x2d,
  CKM_SLH_DSA: 0x2e,
  CKM_SHA256_RSA_PKCS: 0x40,
  CKM_SHA384_RSA_PKCS: 0x41,
  CKM_SHA512_RSA_PKCS: 0x42,
  CKM_SHA256_RSA_PKCS_PSS: 0x43,
  CKM_SHA384_RSA_PKCS_PSS: 0x44,
  CKM_SHA512_RSA_PKCS_PSS: 0x45,
  CKM_SHA224_RSA_PKCS: 0x46,
  CKM_SHA224_RSA_PKCS_PSS: 0x47,
  CKM_SHA3_256_RSA_PKCS: 0x60,
  CKM_SHA3_384_RSA_PKCS: 0x61,
  CKM_SHA3_512_RSA_PKCS: 0x62,
  CKM_SHA3_224_RSA_PKCS: 0x66,
  CKM_SHA_1: 0x220,
  CKM_SHA256: 0x250,
  CKM_SHA224: 0x255,
  CKM_SHA384: 0x260,
  CKM_SHA512: 0x270,
  CKM_EC_KEY_PAIR_GEN: 0x1040,
  CKM_ECDSA: 0x1041,
  CKM_ECDSA_SHA224: 0x1043,
  CKM_ECDSA_SHA256: 0x1044,
  CKM_ECDSA_SHA384: 0x1045,
  CKM_ECDSA_SHA512: 0x1046,
  CKM_ECDSA_SHA3_224: 0x1047,
  CKM_ECDSA_SHA3_256: 0x1048,
  CKM_ECDSA_SHA3_384: 0x1049,
  CKM_ECDSA_SHA3_512: 0x104a,
  CKM_ECDH1_DERIVE: 0x1050,
  CKM_EC_EDWARDS_KEY_PAIR_GEN: 0x1055,
  CKM_EC_MONTGOMERY_KEY_PAIR_GEN: 0x1056,
  CKM_EDDSA: 0x1057,
};

/** CK_RSA_PKCS_MGF_TYPE by the name of its hash in mechanisms. */
export const CKG_MGF1: Readonly<Record<string, number>> = { SHA1: 1, SHA256: 2, SHA384: 3, SHA512: 4, SHA224: 5 };

/** Flags of CK_TOKEN_INFO. */
export const CKF_TOKEN = {
  WRITE_PROTECTED: 0x2,
  LOGIN_REQUIRED: 0x4,
  USER_PIN_INITIALIZED: 0x8,
  PROTECTED_AUTHENTICATION_PATH: 0x100,
  TOKEN_INITIALIZED: 0x400,
  USER_PIN_COUNT_LOW: 0x1_0000,
  USER_PIN_FINAL_TRY: 0x2_0000,
  USER_PIN_LOCKED: 0x4_0000,
} as const;

/** Session flags: serial is the only kind there is (PKCS#11 §5.6.1). */
export const CKF_SESSION = { RW: 0x2, SERIAL: 0x4 } as const;

/** To C_Initialize: the library may lock with the system's means, as calls come from several threads. */
export const CKF_OS_LOCKING_OK = 0x2;

export const CKU_USER = 1;
/** The name of a mechanism, or its number in hexadecimal. */
export function mechanismName(number: number): string {
  return mechanismNames.get(number) ?? `0x${number.toString(16).padStart(8, '0')}`;
}

const mechanismNames = new Map(Object.entries(CKM).map(([name, number]) => [number, name]));
