/** Aliases of SCEP, CMP and EST, and the enrollment of clients of Windows. */
import { Type } from 'typebox';
import { keptType } from './kept-type.ts';
import { anyMap, flag, hidden, nameOf, text, whole } from './members.ts';

const userNames = (scheme: string, fields: string) => ({
  raNameGenerationScheme: text(
    'RA Name Generation Scheme',
    scheme,
    'How usernames are made: `DN`, `RANDOM`, `FIXED` or `USERNAME`.',
  ),
  [fields]: text(
    fields === 'raNameGenerationDnFields' ? 'RA Name Generation DN Fields' : 'RA Name Generation Scheme Parameters',
    'CN',
    'The fields of the subject that they are made of.',
  ),
  raNameGenerationPrefix: text('RA Name Generation Prefix', '', 'A text before each.'),
  raNameGenerationPostfix: text('RA Name Generation Postfix', '', 'A text after each.'),
});

/** `SCEPCONFIG` */
export const scepAliasType = keptType({
  token: 'SCEPCONFIG',
  title: 'SCEP alias',
  dump: { directory: 'scep-config', objectType: 'SCEP Configuration', version: 2, named: true },
  members: {
    operationalMode: text('Operational Mode', 'CA', '`RA` or `CA`: whether end entities are added by requests.'),
    endEntityProfile: nameOf('EEPROFILE', 'RA End Entity Profile', 'The end entity profile of the mode `RA`.'),
    certificateProfile: nameOf('CERTPROFILE', 'RA Certificate Profile', 'The certificate profile of the mode `RA`.'),
    caName: nameOf('CA', 'RA CA Name', 'The CA of the mode `RA`.'),
    authenticationPassword: hidden('RA Authentication Password', 'The password of requests of the mode `RA`.'),
    includeCa: flag('Include CA', true, 'Has the certificate of the CA in answers.'),
    returnCaChainInGetCaCert: flag('Return CA Chain In Get CA Cert', true, 'Answers `GetCACert` with the chain.'),
    clientCertificateRenewal: flag('Client Certificate Renewal', false, 'Lets clients renew with their certificate.'),
    allowRenewalWithSameKeys: flag('Client Certificate Renewal with Same Keys', true, 'Lets them keep their key.'),
    ...userNames('DN', 'raNameGenerationSchemeParameters'),
    intune: anyMap('Intune Settings', 'Settings of Microsoft Intune.'),
  },
});

/** `CMPCONFIG` */
export const cmpAliasType = keptType({
  token: 'CMPCONFIG',
  title: 'CMP alias',
  dump: { directory: 'cmp-config', objectType: 'CMP Configuration', version: 1, named: true },
  members: {
    raMode: flag('CMP Operational Mode is RA', false, 'Adds end entities by requests.'),
    authenticationModule: text(
      'CMP Authentication Module',
      'RegTokenPwd;HMAC',
      'The ways in which requests prove who sends them.',
    ),
    authenticationParameters: hidden('CMP Authentication Module Parameters', 'Their parameters, secrets among them.'),
    verifyProofOfPossession: flag(
      'RA Verify Proof of Possession',
      true,
      'Refuses requests without proof of possession.',
    ),
    ...userNames('DN', 'raNameGenerationSchemeParameters'),
    passwordGeneration: text(
      'Password Generation Parameter',
      'random',
      'The password of new end entities, or `random`.',
    ),
    customSerialNumber: flag('Custom Certificate Serial Number', false, 'Lets requests name the serial number.'),
    endEntityProfile: text('RA End Entity Profile', 'EMPTY', 'The end entity profile of the mode `RA`, or `KeyId`.'),
    certificateProfile: text(
      'RA Certificate Profile',
      'ENDUSER',
      'The certificate profile of the mode `RA`, or `KeyId`.',
    ),
    caName: text('RA CA Name', '', 'The CA of the mode `RA`, or `KeyId`.'),
    vendorMode: flag('Vendor Mode', false, 'Takes requests that certificates of vendors sign.'),
    verifyInEndEntityModule: flag(
      'Verifications in EndEntityCertificate Authentication Module',
      true,
      'Checks certificates that requests are signed with.',
    ),
    responseProtection: text('CMP Response Protection', 'signature', '`signature`, `pbe` or `pbmac1`.'),
    additionalCaCertificates: text(
      'CMP Response Additional CA Certificates',
      '',
      'Further certificates of CAs in answers.',
    ),
    issuingCaFirst: flag(
      'CMP Response Issuing CA Certificate at index 0',
      true,
      'Has the certificate of the issuer first.',
    ),
    additionalPkiMessageCertificates: text(
      'PKI Message Response Additional CA Certificates',
      '',
      'Further certificates in the protection of answers.',
    ),
    defaultCa: text('Default CA', '', 'The CA of requests that name none.'),
    automaticKeyUpdate: flag('Automatic Key Update', false, 'Lets a key update renew without setting the status.'),
    renewalWithSameKeys: flag('Certificate Renewal with Same Keys', true, 'Lets clients keep their key.'),
    serverGeneratedKeys: flag('Allow Server Generated Keys', false, 'Makes keys for clients.'),
    trustedCertificatesPath: text('Trusted Certificates Path', '', 'A directory of certificates that are trusted.'),
  },
});

/** `ESTCONFIG` */
export const estAliasType = keptType({
  token: 'ESTCONFIG',
  title: 'EST alias',
  dump: { directory: 'est-config', objectType: 'EST Configuration', version: 2, named: true },
  members: {
    operationalMode: text('Operational Mode', 'RA', '`RA`, or `CLIENT` for end entities that exist.'),
    ...userNames('DN', 'raNameGenerationDnFields'),
    defaultCa: nameOf('CA', 'Default CA', 'The CA that issues.'),
    endEntityProfile: nameOf('EEPROFILE', 'End Entity Profile', 'The end entity profile of enrollments.'),
    certificateProfile: nameOf('CERTPROFILE', 'Certificate Profile', 'Their certificate profile.'),
    requireClientCertificate: flag('Require Client Certificate', true, 'Refuses clients without a certificate.'),
    clientUsername: text('Client Username', '', 'The name by which clients log in.'),
    clientPassword: hidden('Client Password', 'Their password.'),
    renewalWithSameKeys: flag('Certificate Renewal with Same Keys', true, 'Lets clients keep their key.'),
    serverKeyGeneration: flag('Server Key Generation', false, 'Makes keys for clients.'),
    vendorMode: flag('Vendor Mode', false, 'Takes requests that certificates of vendors authenticate.'),
  },
});

const template = Type.Object(
  {
    templateOid: text('Template OID', '', 'The object identifier of the template.'),
    name: text('Name', '', 'Its name.'),
    certificateProfile: nameOf('CERTPROFILE', 'Certificate Profile', 'The certificate profile of its enrollments.'),
    endEntityProfile: nameOf('EEPROFILE', 'End Entity Profile', 'Their end entity profile.'),
    publishToActiveDirectory: flag('Publish to Active Directory', false, 'Publishes their certificates.'),
    further: anyMap('Settings', 'Further settings of the template.'),
  },
  { additionalProperties: false },
);

/** `AUTOENROLLMENTCONFIG` */
export const autoenrollmentType = keptType({
  token: 'AUTOENROLLMENTCONFIG',
  title: 'autoenrollment alias',
  dump: { directory: 'autoenrollment-config', objectType: 'MSAE Configuration', version: 1, named: true },
  members: {
    useTls: flag('Is Use SSL', false, 'Connects to the directory by TLS.'),
    port: whole('AD Connection Port', 389, 'The port of the directory.'),
    forestRoot: text('MSAE Forest Root', '', 'The root of the forest.'),
    domain: text('MSAE Domain', '', 'The domain.'),
    loginDn: text('AD Login DN', '', 'The name to log in by.'),
    loginPassword: hidden('AD Login Password', 'The password to log in with.'),
    authKeyBinding: nameOf('KEYBINDING', 'Auth Key Binding', 'The key binding that authenticates to the directory.'),
    keyTab: hidden('Key Tab', 'The octets of the keytab file, as base64.'),
    keyTabFileName: text('Key Tab File Name', '', 'Its name.'),
    krb5Conf: text('Krb5 Conf', '', 'The text of krb5.conf.', 65_536),
    servicePrincipalName: text('Service Principal Name', '', 'The principal of the service.'),
    policyName: text('Policy Name', '', 'The name of the policy.'),
    policyUid: text('Policy Uid', '', 'Its identifier.'),
    caName: nameOf('CA', 'CA Name', 'The CA that issues.'),
    templates: Type.Array(template, {
      title: 'MS Template Settings',
      description: 'The templates, with the profiles of each.',
      maxItems: 1000,
      default: [],
    }),
  },
});
