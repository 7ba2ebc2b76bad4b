/** Type of a profile's certificates, the CAs that issue them, their keys, and their storage. */
import { keyAlgorithms } from '@sealwright/pki';
import { Type } from 'typebox';
import { choice, reference } from '../../../configuration/index.ts';
import { flag, text, words } from '../../common/index.ts';

export const basicSettings = {
  type: choice(
    { END_ENTITY: 'End Entity', SUB_CA: 'Sub CA', ROOT_CA: 'Root CA', SSH: 'SSH', ITS: 'ITS' },
    { description: 'What certificates of the profile are for. Nothing is issued under `ITS`.', default: 'END_ENTITY' },
  ),
  description: text(4096, 'Free text for administrators.'),
  availableCas: Type.Array(reference('CA', { words: ['Any CA'] }), {
    title: 'Available CAs',
    description: 'The CAs that may issue under the profile.',
    maxItems: 10_000,
    default: ['Any CA'],
  }),
  baselineRequirements: choice(
    {
      NONE: 'None',
      TLS: 'TLS Server Certificates',
      SMIME: 'S/MIME Certificates',
      CODE_SIGNING: 'Code Signing and Time-Stamping Certificates',
    },
    {
      description:
        'The Baseline Requirements of the CA/Browser Forum that certificates of the profile follow, and that lint checks before they are signed. `TLS` and `CODE_SIGNING`: the CA generates no keys for end entities (6.1.1.3 of the one, 6.2.7.4 of the other), so keystores are refused. `SMIME`: one of `certificatePolicies` names the kind of validation and the generation, such as `2.23.140.1.5.1.3` for mailbox-validated and strict.',
      default: 'NONE',
    },
  ),
  lintExceptions: words(
    100,
    'Rules of lint that only warn of certificates of the profile where they would refuse, such as `rfc5280/email-in-alternative-names`. `docs/design/lint.md` says what lint checks.',
  ),
  publishers: Type.Array(reference('PUBLISHER'), {
    description:
      'The publishers that get the certificates of the profile, when they are issued and when their status changes.',
    maxItems: 100,
    default: [],
  }),
  accountBindingNamespace: words(100, 'Namespaces of external accounts. Kept, and without effect.'),
};

export const keySettings = {
  availableKeyAlgorithms: words(
    100,
    'The algorithms that a key may have. An empty list allows none.',
    keyAlgorithms.map(({ name }) => name),
  ),
  availableEllipticCurves: words(
    100,
    'The curves that an EC key may be on, by any of their names, or `ANY_EC_CURVE` for all of them.',
    ['ANY_EC_CURVE'],
  ),
  availableBitLengths: Type.Array(Type.Integer({ minimum: 1, maximum: 16_384 }), {
    description:
      'The sizes in bits that RSA and DSA keys may have. 1024 is possible and not in the default: NIST SP 800-131A disallows it since 2014.',
    maxItems: 100,
    uniqueItems: true,
    default: [2048, 3072, 4096, 6144, 8192],
  }),
  signatureAlgorithm: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
    description: 'The algorithm that certificates are signed with. `null`: the one of the issuing CA.',
    default: null,
  }),
};

export const storageSettings = {
  useCertificateStorage: flag(true, 'Stores certificates. With `false` nothing is issued under the profile.'),
  storeCertificateData: flag(
    true,
    'Stores the octets of certificates. With `false` nothing is issued under the profile.',
  ),
  subjectAlternativeNameSearchable: flag(true, 'Stores alternative names as text beside the certificate.'),
};
