/** The data objects of card verifiable certificates (BSI TR-03110 part 3 D.2), as the tags of `der/tags.ts`. */
export const CvTag = {
  authorityReference: 0x42,
  discretionaryData: 0x53,
  extensions: 0x65,
  authentication: 0x67,
  discretionaryDataTemplate: 0x73,
  holderReference: twoOctets(0x5f20),
  expirationDate: twoOctets(0x5f24),
  effectiveDate: twoOctets(0x5f25),
  profileIdentifier: twoOctets(0x5f29),
  signature: twoOctets(0x5f37),
  certificate: twoOctets(0x7f21),
  publicKey: twoOctets(0x7f49),
  holderAuthorization: twoOctets(0x7f4c),
  body: twoOctets(0x7f4e),
} as const;

/** Returns the tag as the reader numbers it: the first identifier octet, plus 0x100 times the second, which is the tag number. */
function twoOctets(octets: number): number {
  return (octets >> 8) + (octets & 0xff) * 0x100;
}
