/**
 * The departures from the standards that are overlooked in certificates, CRLs and requests of others.
 *
 * The list is whole: any other departure is refused. Each one that occurs is noted on the object that was read. Parsed with
 * `lenient: false`, as our own output must be, each is refused.
 */

/** Every leniency with what is overlooked and why. */
export const leniencies = {
  'serial-number-not-positive':
    'a serial number is zero or negative: RFC 5280 §4.1.2.2 asks users to handle such certificates gracefully',
  'serial-number-too-long':
    'a serial number has more than 20 octets: some issuers took all of 20 octets and added a sign octet',
  'generalized-time-before-2050':
    'a date before 2050 is a GeneralizedTime (RFC 5280 §4.1.2.5 asks for UTCTime): no ambiguity',
  'default-encoded':
    'a default value is written out, such as critical FALSE or version 1 (X.690 §11.5): BER that changes nothing',
  'algorithm-parameters':
    'NULL parameters are missing or too many: RFC 4055 §5 demands the first of readers, old software wrote the second',
  'extensions-before-version-3':
    'extensions in version 1 or 2 (RFC 5280 §4.1.2.1): old issuers did not raise the number',
  'unsorted-name':
    'the attributes of one component of a name are out of order (X.690 §11.6): national authorities did it',
  'empty-extensions': 'a list of extensions without one (RFC 5280 §4.1): harmless',
  'unique-identifier': 'an issuer or subject unique identifier (RFC 5280 §4.1.2.8 forbids writing, not reading them)',
  'empty-issuer': 'an issuer without a name (RFC 5280 §4.1.2.4): test certificates and devices have it',
  'empty-revoked-certificates':
    'a list of revoked certificates without one (RFC 5280 §5.1.2.6 asks for its absence): harmless',
  'crl-version': 'extensions in a CRL of version 1 (RFC 5280 §5.1.2.1): old issuers did not raise the number',
  'next-update-missing': 'a CRL without nextUpdate (RFC 5280 §5.1.2.5; X.509 allows it)',
  'signature-bits': 'a signature is not of whole octets (RFC 5280 §4.1.1.3): it is read, and verified by no key',
  'unsorted-attribute-set': 'a SET OF attributes or values of a request out of order (X.690 §11.6): common in devices',
  'attributes-missing': 'a request without its attributes field, which RFC 2986 §4.1 makes mandatory even when empty',
} as const satisfies Record<string, string>;

export type Leniency = keyof typeof leniencies;
