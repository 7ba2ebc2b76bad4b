/** Base64 on one line (RFC 4648 §4). A view, not a copy: a CRL may have 50 MB. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
