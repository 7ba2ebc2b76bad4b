/** Certificates of profiles, issued by the real issuance under a small CA of the test, without a server. */
import {
  type Certificate,
  Certificate as Parsed,
  DistinguishedName,
  makeExtension,
  parseGeneralNames,
  parsePublicKey,
  type PublicKey,
  subjectAltName,
} from '@sealwright/pki';
import { sign } from 'node:crypto';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import {
  type CaSigner,
  type CertificateOrder,
  IssuanceJournal,
  Linter,
  type Lint,
  type requireActive,
  nameLint,
  x509Lint,
  X509Issuance,
} from '../../packages/server/src/modules/ca/index.ts';
import { type CertificateProfile } from '../../packages/server/src/modules/profiles/index.ts';
import { openConfiguration } from '../configuration/open-configuration.ts';
import { PROFILE_TYPES } from './shared-profiles.ts';
import { makeTestKeys, TestCa, type TestKeyType } from '../pki/test-pki.ts';

type SigningAuthority = ReturnType<typeof requireActive>;

/** A Tuesday. */
export const NOW = Date.UTC(2030, 0, 1, 12) / 1000;

/** A CA and whatever certificate profiles a test thinks of. */
export async function openIssuing() {
  const configuration = await openConfiguration(PROFILE_TYPES);
  const names = makeExtension(subjectAltName, parseGeneralNames('uniformResourceIdentifier=https://ca.example'), false);
  const root = TestCa.root('CN=Issuing CA,O=Test', 'P-256', [names]);
  const authority = authorityOf(root);
  let id = 0;
  const signer: CaSigner = {
    sign: async (_key, { node: { digest, options } }, data) =>
      new Uint8Array(sign(digest, data, { key: root.privateKey, ...options })),
    generation: async () => 1,
  };
  /** Issues under a profile of these settings, with further lints before the real ones. */
  const issue = async (settings: object, changes: Partial<CertificateOrder> = {}, ...lints: readonly Lint[]) => {
    const ids = { next: () => ++id };
    const clock = { nowMs: () => NOW * 1000 };
    const journal = new IssuanceJournal({ ids, clock } as ConstructorParameters<typeof IssuanceJournal>[0]);
    const linter = new Linter({ lints: [...lints, x509Lint, nameLint] });
    const issuance = new X509Issuance({ journal, linter, signer, clock, ids, random: systemRandom() });
    const issued = await issuance.issue({ ...ORDER, profile: await profileOf(settings), authority, ...changes });
    return { ...issued, certificate: Parsed.parse(issued.der) };
  };
  /** The profile of these settings, as it would be stored. */
  const profileOf = async (settings: object) => {
    const { planned } = await configuration.planner.planCreate({ type: 'CERTPROFILE', name: 'Under test', settings });
    return planned[0]!.document!.value as CertificateProfile;
  };
  return {
    authority,
    issue,
    profileOf,
    configuration,
    [Symbol.asyncDispose]: () => configuration[Symbol.asyncDispose](),
  };
}

/** A certificate as {@link openIssuing} hands it out. */
export type Issued = Awaited<ReturnType<Awaited<ReturnType<typeof openIssuing>>['issue']>>;

/** A key of a test. */
export function newKey(type: TestKeyType): PublicKey {
  return parsePublicKey(makeTestKeys(type).publicKey);
}

function authorityOf({ certificate }: TestCa): SigningAuthority {
  const { keyIdentifier } = certificate.publicKey;
  const issuer = { certificate, keyIdentifier, sha1: new Uint8Array(20), alternativePublicKey: undefined };
  const settings = {
    kind: 'X509',
    cryptoTokenId: 1,
    signatureAlgorithm: certificate.signatureAlgorithm,
    serialNumberOctets: 20,
    recordBeforeSigning: 'NEVER',
    crl: { distributionPoints: ['http://ca.example/base.crl'], freshestUris: ['http://ca.example/delta.crl'] },
    ocspUris: ['http://ca.example/ocsp'],
    caIssuerUris: ['http://ca.example/ca.cer'],
  };
  const authority = { id: 1, name: 'Issuing CA', keyAlias: 'sign', alternativeKeyAlias: '', settings, issuer };
  // What issuance does not look at is left out.
  return { ...authority, chain: [certificate] as readonly Certificate[] } as unknown as SigningAuthority;
}

const ORDER = {
  certificateProfileId: 1,
  endEntityProfileId: 1,
  endEntityId: undefined,
  username: undefined,
  subject: DistinguishedName.parse('CN=alice,O=Test'),
  publicKey: newKey('P-256'),
  alternativeNames: [],
};
