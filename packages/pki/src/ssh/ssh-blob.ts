declare const content: unique symbol;

/** Contents of bytes in the encoding of SSH, so that one structure cannot be passed for another. */
export type SshBlobContent = 'PublicKey' | 'Signature' | 'TbsCertificate' | 'Certificate' | 'Krl';

/** Bytes that are known to be the encoding of one structure. Made only by the reader or the writer of that structure. */
export type SshBlob<T extends SshBlobContent> = Uint8Array & { readonly [content]: T };

/** Marks bytes as the encoding of `T`. For the reader and the writer of `T` only: nothing is checked here. */
export function asSshBlob<T extends SshBlobContent>(bytes: Uint8Array): SshBlob<T> {
  return bytes as SshBlob<T>;
}
