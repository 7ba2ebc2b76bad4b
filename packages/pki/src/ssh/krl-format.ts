/** The numbers of a key revocation list (OpenSSH PROTOCOL.krl). */

/** `SSHKRL`, a line feed and NUL. */
export const KRL_MAGIC = 0x5353_484b_524c_0a00n;
export const KRL_FORMAT_VERSION = 1;

export const KRL_SECTIONS = {
  certificates: 1,
  keys: 2,
  sha1: 3,
  /** Signatures over the list. OpenSSH never made the tools to use them, and ignores them since 9.4. */
  signature: 4,
  sha256: 5,
  extension: 255,
} as const;

export const KRL_CERTIFICATE_SECTIONS = {
  serialList: 0x20,
  serialRange: 0x21,
  serialBitmap: 0x22,
  keyIds: 0x23,
  extension: 0x39,
} as const;

/** Bits of the largest bitmap that OpenSSH reads. */
export const MAX_BITMAP_BITS = 1 << 24;
