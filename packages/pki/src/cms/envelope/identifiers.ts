/** Object identifiers of envelopes. */
import { oid, type Oid } from '../../der/index.ts';

/** RFC 5083 §2.1. */
export const AUTH_ENVELOPED_DATA: Oid = oid('1.2.840.113549.1.9.16.1.23');
/** RFC 5084 §3.2. */
export const AES256_GCM: Oid = oid('2.16.840.1.101.3.4.1.46');
/** RFC 3565 §2.3.2. */
export const AES256_WRAP: Oid = oid('2.16.840.1.101.3.4.1.45');
/** RFC 4055 §4.1. */
export const RSAES_OAEP: Oid = oid('1.2.840.113549.1.1.7');
/** RFC 4055 §2.2. */
export const MGF1: Oid = oid('1.2.840.113549.1.1.8');
/** RFC 4055 §4.1. */
export const P_SPECIFIED: Oid = oid('1.2.840.113549.1.1.9');
/** `dhSinglePass-stdDH-sha256kdf-scheme` (RFC 5753 §7.1.4). */
export const ECDH_SHA256_KDF: Oid = oid('1.3.132.1.11.1');
/** `id-ori-kem` (RFC 9629 §3). */
export const KEM_RECIPIENT: Oid = oid('1.2.840.113549.1.9.16.13.3');
/** RFC 8619 §2. */
export const HKDF_SHA256: Oid = oid('1.2.840.113549.1.9.16.3.28');
