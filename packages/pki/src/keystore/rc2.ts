/** RC2 (RFC 2268), decryption only: what certificates in PKCS #12 files were encrypted with for twenty years. */

/**
 * Decrypts RC2 in CBC mode. Padding stays.
 *
 * @param key - 1 to 128 octets
 * @param effectiveBits - how many bits of the key count, 1 to 1024 (RFC 2268 §2)
 * @param iv - 8 octets
 * @param ciphertext - a multiple of 8 octets
 */
export function decryptRc2Cbc(
  key: Uint8Array,
  effectiveBits: number,
  iv: Uint8Array,
  ciphertext: Uint8Array,
): Uint8Array {
  const words = expandKey(key, effectiveBits);
  const plaintext = new Uint8Array(ciphertext.length);
  let previous = iv;
  for (let at = 0; at < ciphertext.length; at += BLOCK_OCTETS) {
    const block = ciphertext.subarray(at, at + BLOCK_OCTETS);
    decryptBlock(words, block, plaintext.subarray(at, at + BLOCK_OCTETS));
    for (let i = 0; i < BLOCK_OCTETS; i++) plaintext[at + i]! ^= previous[i]!;
    previous = block;
  }
  return plaintext;
}

/** RFC 2268 §2: 64 words of 16 bits. */
function expandKey(key: Uint8Array, effectiveBits: number): Uint16Array {
  const octets = new Uint8Array(128);
  octets.set(key);
  for (let i = key.length; i < 128; i++) octets[i] = PI_TABLE[(octets[i - 1]! + octets[i - key.length]!) & 0xff]!;
  const effectiveOctets = (effectiveBits + 7) >> 3;
  const mask = 0xff >> (8 * effectiveOctets - effectiveBits);
  octets[128 - effectiveOctets] = PI_TABLE[octets[128 - effectiveOctets]! & mask]!;
  for (let i = 127 - effectiveOctets; i >= 0; i--) octets[i] = PI_TABLE[octets[i + 1]! ^ octets[i + effectiveOctets]!]!;
  return Uint16Array.from({ length: 64 }, (_, i) => octets[2 * i]! | (octets[2 * i + 1]! << 8));
}

/** RFC 2268 §4: five mixing rounds, a mashing round, six, a mashing round, five; here backwards. */
function decryptBlock(key: Uint16Array, input: Uint8Array, output: Uint8Array): void {
  const words = Uint16Array.from({ length: 4 }, (_, i) => input[2 * i]! | (input[2 * i + 1]! << 8));
  for (let round = 15; round >= 0; round--) {
    unmix(words, key, round * 4);
    if (round === 11 || round === 5) unmash(words, key);
  }
  words.forEach((word, i) => {
    output[2 * i] = word & 0xff;
    output[2 * i + 1] = word >> 8;
  });
}

function unmix(words: Uint16Array, key: Uint16Array, at: number): void {
  for (let i = 3; i >= 0; i--) {
    const word = words[i]!;
    const shift = SHIFTS[i]!;
    const rotated = (word >> shift) | (word << (16 - shift));
    const last = words[(i + 3) & 3]!;
    words[i] = rotated - key[at + i]! - (last & words[(i + 2) & 3]!) - (~last & words[(i + 1) & 3]!);
  }
}

function unmash(words: Uint16Array, key: Uint16Array): void {
  for (let i = 3; i >= 0; i--) words[i]! -= key[words[(i + 3) & 3]! & 63]!;
}

const BLOCK_OCTETS = 8;
const SHIFTS = [1, 2, 3, 5];
/** PITABLE of RFC 2268 §2: a permutation of the octets made from the digits of pi. */
const PI_TABLE = Uint8Array.fromHex(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
);
