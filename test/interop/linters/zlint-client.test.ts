/**
 * zlint as a witness for our lint, over the certificates of its own tests: `node scripts/run-tests.ts clients zlint`.
 *
 * Like the other programs of this suite it needs Go, and Go's module proxy, from which zlint comes by its hash.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { lintCertificate, type Requirements } from '../../../packages/lint/src/index.ts';
import { ZLINT_LINTS, ZLINT_ROWS } from '../../../packages/lint/test/zlint-rows.ts';
import { type Linted, Zlint, type ZlintLint } from './zlint.ts';

/** Where both are right, or zlint is not: the lint, the files, and the reason. */
interface Difference {
  readonly lint?: readonly string[];
  readonly rule?: readonly string[];
  readonly files: readonly string[];
  readonly reason: string;
}

/** A part that cannot be read, in words of its own: rules that read it have nothing to say. */
const UNREADABLE: ReadonlySet<string> = new Set(['rfc5280/extension-value', 'rfc5280/time-form']);

const SELF_ISSUED = 'it names itself as its issuer, which makes it a root here; zlint verifies its signature';

const UNFOUND: readonly Difference[] = [
  {
    lint: ['e_ext_authority_key_identifier_no_key_identifier'],
    files: ['multDupeExts.pem'],
    reason: 'the extension is there twice; zlint reads the last one, and rules the first',
  },
  {
    lint: ['e_ext_policy_map_any_policy'],
    files: ['empty_seq_of_pms.pem'],
    reason: 'an empty list maps nothing; rfc5280/sequence-not-empty reports it',
  },
  {
    lint: ['e_wrong_time_format_pre2050'],
    files: ['SANCaseNotMatchingCN.pem'],
    reason: 'the year is 1, which no UTCTime can say; rfc5280/validity-order reports it',
  },
  {
    lint: ['e_signature_algorithm_not_supported'],
    files: [
      'rsassapssWithSHA256ButIrregularSaltLength.pem',
      'rsassapssWithSHA256EmptyHashParams.pem',
      'rsassapssWithSHA384EmptyHashParams.pem',
      'rsassapssWithSHA512EmptyHashParams.pem',
    ],
    reason: 'they are of January 2020; the octets of the algorithm are required from 2020-08-20 on',
  },
  {
    lint: ['e_server_cert_valid_time_longer_than_200_days'],
    files: ['IANURIHostFQDN.pem', 'IANURIHostIP.pem', 'IANURIHostWildcardFQDN.pem'],
    reason: 'they name themselves as their issuers, so no CA issued them to a subscriber',
  },
  {
    lint: ['e_sub_ca_certificate_policies_missing', 'e_sub_ca_crl_distribution_points_missing'],
    files: ['caManyCountriesWithInvalid.pem', 'dsaCert.pem', 'rsaSigAlgoNoNULLParam.pem'],
    reason: SELF_ISSUED,
  },
  { lint: ['e_sub_ca_aia_missing'], files: ['rsaSigAlgoNoNULLParam.pem'], reason: SELF_ISSUED },
  { lint: ['e_invalid_ca_certificate_policies'], files: ['caManyCountriesWithInvalid.pem'], reason: SELF_ISSUED },
];

const UNSHARED: readonly Difference[] = [
  {
    rule: ['rfc5280/authority-key-identifier-present'],
    files: ['dNSNameNoUnderscores.pem'],
    reason: 'it is of the year 1, before zlint holds that there is RFC 5280',
  },
  {
    rule: ['rfc5280/country-code-length'],
    files: ['caInvalidCountryButOld.pem'],
    reason: 'a country of three letters is too long by X.520 already, before the Baseline Requirements',
  },
  {
    rule: ['rfc5280/dns-a-label'],
    files: ['dnsNamesNotNFKC.pem'],
    reason: 'one of its labels, xn--109-3veba6djs1bfxlfmx6c9g, is the one that zlint refuses in dnsNamesNotNFC.pem',
  },
  {
    rule: ['rfc5280/dns-label-characters', 'tls/dns-fully-qualified'],
    files: ['dnsNameContainsQuestionMark.pem'],
    reason: 'no host name has a question mark',
  },
  {
    rule: ['smime/organization-validated-subject'],
    files: ['smime_leg1_xx_eff0.pem'],
    reason: 'organizationIdentifier is required (7.1.4.2.4); zlint looks for none',
  },
  {
    rule: ['smime/sponsor-validated-subject'],
    files: ['dupl_subj_attrs_na_01.pem'],
    reason: 'organizationIdentifier is required (7.1.4.2.5); zlint looks for none',
  },
  {
    rule: ['tls/distribution-points-present'],
    files: ['sub1_val10_iat0_cdp0_ocsp0_eff1.pem'],
    reason: 'it is valid for ten days and a second, since both ends count',
  },
  {
    rule: ['tls/root-validity'],
    files: ['c1r1e0a0s0m0b0.pem', 'ca1_sub0_crx_anyx_mulx_varx_effx.pem', 'cacp_c1r1p0m0a0b0e0.pem'],
    reason: 'a root of less than 2,922 days, for which zlint has no lint; pkilint finds it',
  },
];

describe('lint, and zlint', () => {
  let lints: readonly ZlintLint[];
  let certificates: readonly Linted[];

  let zlint: Zlint;

  before(async () => {
    zlint = await Zlint.build();
    lints = await zlint.lints();
    certificates = await zlint.ownCertificates();
  });
  after(() => zlint.remove());

  it('has a row for every lint of the level error, and no other', () => {
    const named = (source: RegExp) =>
      lints.filter((one) => one.name.startsWith('e_') && source.test(one.source)).map(({ name }) => name);
    assert.deepEqual(Object.keys(ZLINT_ROWS.rfc).toSorted(), named(/^RFC/).toSorted());
    assert.deepEqual(Object.keys(ZLINT_ROWS.cabf_br).toSorted(), named(/^CABF_BR$/).toSorted());
    assert.deepEqual(Object.keys(ZLINT_ROWS.cabf_smime_br).toSorted(), named(/^CABF_SMIME_BR$/).toSorted());
    assert.deepEqual(Object.keys(ZLINT_ROWS.cabf_cs_br).toSorted(), named(/^CABF_CS_BR$/).toSorted());
    assert.deepEqual(Object.keys(ZLINT_ROWS.community).toSorted(), named(/^Community$/).toSorted());
    const others = lints
      .map(({ source }) => source)
      .filter((source) => !/^(?:RFC\d+|CABF_BR|CABF_SMIME_BR|CABF_CS_BR|Community)$/.test(source));
    assert.deepEqual(Object.keys(ZLINT_ROWS.sourcesWithoutRows).toSorted(), [...new Set(others)].toSorted());
  });

  it('finds every error of zlint by a rule of its row', () => {
    assert.ok(certificates.length > 1000);
    const unfound = certificates.flatMap(({ file, der, errors }) => {
      const found = new Set(
        lintCertificate(Buffer.from(der, 'base64'), { requirements: ['TLS', 'SMIME', 'CODE_SIGNING'] }).map(
          ({ rule }) => rule,
        ),
      );
      if ([...found].some((rule) => UNREADABLE.has(rule))) return [];
      return errors
        .filter((lint) => {
          const row = ZLINT_LINTS[lint];
          return Array.isArray(row) && !row.some((rule: string) => found.has(rule));
        })
        .map((lint) => `${lint} ${file}`);
    });
    assert.deepEqual(
      unfound.toSorted(),
      differences(UNFOUND, ({ lint }) => lint),
    );
  });

  it('finds no error where zlint finds none', () => {
    const unshared = certificates
      .filter(({ errors }) => errors.length === 0)
      .flatMap((one) => {
        const findings = lintCertificate(Buffer.from(one.der, 'base64'), { requirements: requirementsOf(one) });
        const errors = findings.filter(({ level }) => level === 'error');
        return [...new Set(errors.map(({ rule }) => `${rule} ${one.file}`))];
      });
    assert.deepEqual(
      unshared.toSorted(),
      differences(UNSHARED, ({ rule }) => rule),
    );
  });
});

function requirementsOf({ tls, smime, codeSigning }: Linted): readonly Requirements[] {
  return [
    ...(tls ? (['TLS'] as const) : []),
    ...(smime ? (['SMIME'] as const) : []),
    ...(codeSigning ? (['CODE_SIGNING'] as const) : []),
  ];
}

function differences(
  list: readonly Difference[],
  names: (one: Difference) => readonly string[] | undefined,
): readonly string[] {
  return list
    .flatMap((one) => (names(one) ?? []).flatMap((name) => one.files.map((file) => `${name} ${file}`)))
    .toSorted();
}
