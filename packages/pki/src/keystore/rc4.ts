/**
 * Applies the RC4 key stream, which both encrypts and decrypts. For reading old PKCS #12 files only: RFC 7465 says why not to
 * write with it.
 *
 * @param key - 1 to 256 octets
 */
export function applyRc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 0xff;
    swap(state, i, j);
  }
  let i = 0;
  let j = 0;
  return data.map((octet) => {
    i = (i + 1) & 0xff;
    j = (j + state[i]!) & 0xff;
    swap(state, i, j);
    return octet ^ state[(state[i]! + state[j]!) & 0xff]!;
  });
}

function swap(state: Uint8Array, i: number, j: number): void {
  const octet = state[i]!;
  state[i] = state[j]!;
  state[j] = octet;
}
