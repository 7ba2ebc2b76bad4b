import { Type } from 'typebox';
import { keptType } from './kept-type.ts';
import { flag, hidden, nameOf, text, whole } from './members.ts';

const directory = 'acme-config';

const binding = Type.Object(
  {
    version: whole('Version', 1, 'The version of its format.'),
    typeIdentifier: text(
      'Type Identifier',
      '',
      'The kind of binding, such as `ACME_EXTERNAL_ACCOUNT_BINDING_RFC_COMPLIANT`.',
    ),
    keyIdentifier: text('Key Identifier', '', 'The identifier of the key of the account.'),
    macAlgorithm: text('Mac Algorithm', '', 'The algorithm of the code, such as `HS256`.'),
    encryptKey: flag('Encrypt Key', false, 'Says that the key is stored encrypted.'),
    encryptionKeyId: text('Encryption Key Id', '', 'The crypto token of the key that it is encrypted with.'),
    encryptionKeyAlias: text('Encryption Key Alias', '', 'The alias of that key.'),
    symmetricKey: hidden('Symmetric Key', 'The key of the account, as base64url.'),
  },
  { additionalProperties: false },
);

/** `ACMECONFIG`: an alias of the ACME protocol. */
export const acmeAliasType = keptType({
  token: 'ACMECONFIG',
  title: 'ACME alias',
  dump: { directory, objectType: 'ACME Configuration', version: 1, named: true },
  members: {
    endEntityProfile: nameOf('EEPROFILE', 'End Entity Profile', 'The end entity profile of enrollments.'),
    preAuthorizationAllowed: flag(
      'Pre-Authorization Allowed',
      false,
      'Lets clients authorize identifiers before an order.',
    ),
    wildcardAllowed: flag('Wildcard Certificate Issuance Allowed', false, 'Lets orders have wildcards.'),
    wildcardWithHttp01Allowed: flag(
      'Wildcard Certificate Issuance for http-01 Challenge Allowed',
      false,
      'Lets orders have wildcards that are validated by `http-01`.',
    ),
    termsRequireNewApproval: flag(
      'Terms of service require new approval',
      true,
      'Asks accounts to agree again when the terms change.',
    ),
    newTermsMayBeAgreed: flag('Agree to new Terms of service allowed', false, 'Lets accounts agree to changed terms.'),
    siteUrl: text('Site URL', '', 'The address of the site.'),
    termsUrl: text('Terms of Service URL', '', 'The address of the terms of service.'),
    termsChangeUrl: text('Terms of Service Change URL', '', 'The address that tells how the terms have changed.'),
    dnsResolver: text('DNS Resolver', '8.8.8.8', 'The resolver of `dns-01` challenges.'),
    dnsPort: whole('DNS Port', 53, 'Its port.'),
    dnssecTrustAnchor: text('DNSSEC Trust Anchor', '', 'Trust anchors of DNSSEC, a DS record in each line.', 65_536),
    validateDnssec: flag('Validate DNSSEC', true, 'Validates answers by DNSSEC.'),
    retryAfter: whole('Retry After', 0, 'Seconds after which clients ask again.'),
    authorizedRedirectPorts: text(
      'Authorized Redirect Ports',
      '22,25,80,443',
      'Ports to which redirections are followed.',
    ),
    dnsIdentifierChallengeTypes: text(
      'DNS Identifier Challenge Types',
      'any-dns-challenge',
      'The challenges of names of the domain name system.',
    ),
    raNameGenerationScheme: text('RA Name Generation Scheme', 'RANDOM', 'How usernames are made.'),
    raNameGenerationParameters: text('RA Name Generation Params', '', 'The fields that they are made of.'),
    raNameGenerationPrefix: text('RA Name Generation Prefix', '', 'A text before each.'),
    raNameGenerationPostfix: text('RA Name Generation Postfix', '', 'A text after each.'),
    requireExternalAccountBinding: flag(
      'Require External Account Binding',
      false,
      'Refuses accounts that are not bound to an external one.',
    ),
    externalAccountBinding: Type.Array(binding, {
      title: 'External Account Binding',
      description: 'The bindings that accounts may have.',
      maxItems: 100,
      default: [],
    }),
    approvalProfileForNewAccount: nameOf(
      'APPROVALPROFILE',
      'Approval Profile for newAccount',
      'The approval of new accounts.',
    ),
    approvalProfileForKeyChange: nameOf(
      'APPROVALPROFILE',
      'Approval Profile for keyChange',
      'The approval of changes of keys.',
    ),
    requireClientAuthentication: flag('Require Client Authentication', false, 'Refuses clients without a certificate.'),
  },
});

/** The settings of ACME as a whole, which stand in the directory of its aliases. */
export const acmeGlobalType = keptType({
  token: 'ACMEGLOBALCONFIG',
  title: 'global configuration of ACME',
  dump: { token: 'ACMECONFIG', directory, objectType: 'ACME Global Configuration', version: 2 },
  only: 'acme-global-configuration',
  members: {
    defaultAlias: nameOf('ACMECONFIG', 'Default Acme Configuration', 'The alias of addresses that name none.'),
    replayNonceValidity: whole(
      'Replay-Nonce Validity In Milliseconds',
      3_600_000,
      'How long a nonce is good, in milliseconds.',
    ),
  },
});
