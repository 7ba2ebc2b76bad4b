/** Validators, key bindings, peers, and what answers questions on the status of certificates. */
import { Type } from 'typebox';
import { choice } from '../../configuration/index.ts';
import { keptType } from './kept-type.ts';
import { anyMap, flag, nameOf, namesOf, text, whole } from './members.ts';

/** `VALIDATOR` */
export const validatorType = keptType({
  token: 'VALIDATOR',
  title: 'validator',
  dump: { directory: 'validators', objectType: 'Validator', version: 1, named: true },
  members: {
    type: text('Type', '', 'The kind of validator.'),
    description: text('Description', '', 'Free text for administrators.', 1024),
    phase: text('Phase', '', 'When it validates: before or after a certificate is signed, for instance.'),
    notBefore: text('Not Before', '', 'The beginning of the validity of certificates that it looks at.'),
    notBeforeCondition: text('Not Before Condition', '', 'The comparison with that moment.'),
    notAfter: text('Not After', '', 'The end of the validity of certificates that it looks at.'),
    notAfterCondition: text('Not After Condition', '', 'The comparison with that moment.'),
    allCertificateProfiles: flag('All Certificate Profiles', true, 'Looks at certificates of every profile.'),
    certificateProfiles: namesOf('CERTPROFILE', 'Certificate Profiles', 'Those that it looks at otherwise.'),
    failedAction: text('Failed Action', '', 'What becomes of a certificate that fails.'),
    notApplicableAction: text('Not Applicable Action', '', 'What becomes of one that it cannot look at.'),
    settings: anyMap('Settings', 'The settings of its kind.'),
  },
});

/** `KEYBINDING` */
export const keyBindingType = keptType({
  token: 'KEYBINDING',
  title: 'key binding',
  dump: { directory: 'internal-key-bindings', objectType: 'Internal Key Binding', version: 1, named: true },
  members: {
    type: choice(
      { OcspKeyBinding: 'OcspKeyBinding', AuthenticationKeyBinding: 'AuthenticationKeyBinding' },
      { title: 'Type', description: 'The use of the key.', default: 'OcspKeyBinding' },
    ),
    status: choice(
      { ACTIVE: 'ACTIVE', DISABLED: 'DISABLED' },
      { title: 'Status', description: 'Whether it is used.', default: 'DISABLED' },
    ),
    cryptoToken: nameOf('CRYPTOTOKEN', 'Crypto Token', 'The crypto token of the key.'),
    boundCertificateSha1: text('Bound Certificate SHA-1', '', 'The SHA-1 of its certificate, in hexadecimal.', 64),
    keyPairAlias: text('Key Pair Alias', '', 'The alias of the key.', 255),
    nextKeyPairAlias: text('Next Key Pair Alias', '', 'The alias of the key that follows.', 255),
    signatureAlgorithm: text('Signature Algorithm', '', 'The algorithm of signatures.', 64),
    trustedCertificates: anyMap('Trusted certificates', 'Certificates that requests may be signed with.'),
    signedOnBehalfOfCas: anyMap('Signed on behalf of CAs', 'CAs in whose name it signs.'),
    ocspExtensions: Type.Array(Type.String({ maxLength: 255 }), {
      title: 'OCSP Extensions',
      description: 'Extensions of its answers, by their object identifiers.',
      maxItems: 100,
      default: [],
    }),
    nonExistingIsGood: flag('Non existing is good', false, 'Answers that unknown certificates are good.'),
    nonExistingIsRevoked: flag('Non existing is revoked', false, 'Answers that they are revoked.'),
    nonExistingIsUnauthorized: flag('Non existing is unauthorized', false, 'Answers that it may not say.'),
    includeChain: flag('Include certificate chain in response', true, 'Has the chain in answers.'),
    includeSigningCertificate: flag('Include signing certificate in response', true, 'Has its certificate in them.'),
    responderId: choice(
      { KEYHASH: 'KEYHASH', NAME: 'NAME' },
      { title: 'ResponderID', description: 'How an answer names who made it.', default: 'KEYHASH' },
    ),
    requireTrustedSignature: flag(
      'Request must be signed with a trusted certificate',
      false,
      'Refuses requests that are not signed by a trusted certificate.',
    ),
    responseValidity: whole('Response validity', 0, 'How long an answer is good, in seconds.'),
    maxAge: whole('Max-Age HTTP header', 0, 'How long caches keep it, in seconds.'),
    nonce: flag('Enable nonce in response', true, 'Repeats the nonce of a request.'),
    properties: anyMap('Further Properties', 'Properties of other kinds.'),
  },
});

/** `OCSPCONFIG` */
export const ocspConfigurationType = keptType({
  token: 'OCSPCONFIG',
  title: 'OCSP configuration',
  dump: { directory: 'ocsp-configuration', objectType: 'OCSP Configuration', version: 1 },
  only: 'ocsp-configuration',
  members: {
    defaultResponder: text('Default Responder Reference', '', 'The responder for certificates of unknown CAs.'),
    responderIdType: text('Responder Id Type', 'KEYHASH', '`KEYHASH` or `NAME`.', 16),
    nonceEnabled: flag('Nonce Enabled', true, 'Repeats the nonce of a request.'),
    signingCacheUpdateEnabled: flag(
      'Signing Cache Update Enabled',
      true,
      'Reads keys and certificates again from time to time.',
    ),
    explicitNoCacheUnauthorized: flag('Explicit No Cache Unauthorized', false, 'Tells caches not to keep refusals.'),
    transactionLogging: flag('Transaction Logging', false, 'Writes a record of each answer.'),
    transactionLogPattern: text('Transaction Log Pattern', '', 'The pattern of its fields.'),
    transactionLogValues: text('Transaction Log Values', '', 'The values of its fields.'),
    auditLogging: flag('Audit Logging', false, 'Writes an audit record of each answer.'),
    auditLogPattern: text('Audit Log Pattern', '', 'The pattern of its fields.'),
    auditLogValues: text('Audit Log Values', '', 'The values of its fields.'),
    logDateFormat: text('Log Date Format', '', 'The form of dates in them.', 255),
  },
});

/** `PEERCONNECTOR` */
export const peerConnectorType = keptType({
  token: 'PEERCONNECTOR',
  title: 'peer connector',
  dump: { directory: 'peer-connectors', objectType: 'Peer Connector', version: 1, named: true },
  members: {
    url: text('URL', '', 'The address of the peer.'),
    enabled: flag('State Enabled', false, 'Whether it is connected to.'),
    authenticationKeyBinding: nameOf(
      'KEYBINDING',
      'Authentication Key Binding',
      'The key binding that authenticates to the peer.',
    ),
    processIncomingRequests: flag('Process Incoming Requests', false, 'Takes requests of the peer.'),
    maxParallelRequests: whole('Max Parallel Requests', 1, 'How many requests are under way at a time.'),
  },
});
