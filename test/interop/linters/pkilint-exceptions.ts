/** Where our lint and pkilint differ, and why. */
import type { Difference } from './pkilint-differences.ts';

const OLD = 'it is older than the requirement, and the rule looks at its own day';

/** Names that RFC 5280 allows and pkilint refuses. */
export const NARROWER: readonly Difference[] = [
  {
    names: ['pkix.invalid_domain_name_syntax'],
    message: /"(?:\*(?:\..*)?|[^.]+)"$/,
    reason: 'pkilint refuses wildcards and names of one label, of which RFC 5280 does not speak',
  },
  {
    names: ['pkix.invalid_uri_syntax'],
    message: /"(?:test|urn|sip|spiffe):/,
    reason: 'pkilint knows schemes of the Web alone, and RFC 5280 allows every scheme',
  },
];

/** Errors of pkilint that no rule of their row finds. */
export const UNFOUND: readonly Difference[] = [
  ...NARROWER,
  {
    names: ['pkix.invalid_uri_syntax'],
    files: ['zlint/aiaWithInternalNames.pem'],
    message: /"http:\/\/internalname"/,
    reason: 'the host has one label, which RFC 3986 allows',
  },
  {
    names: ['pkix.invalid_email_address_syntax'],
    files: ['zlint/aiaWrongGeneralName.pem'],
    reason: 'it is an rfc822Name where a URI belongs',
  },
  {
    names: ['pkix.name_domain_components_invalid_domain_name'],
    files: ['zlint/subjectDCCorrectEncoding.pem'],
    reason: 'the domain has one label, which RFC 4519 allows',
  },
  {
    names: ['pkix.authority_key_identifier_extension_absent'],
    files: ['pkix/ed25519_bad_ku.crttest'],
    reason: 'it names itself as its issuer, which makes it self-signed here; pkilint verifies its signature',
  },
  {
    names: ['pkix.authority_key_identifier_keyid_missing'],
    files: ['zlint/multDupeExts.pem'],
    reason: 'the extension is there twice; rules read the first one',
  },
  {
    names: ['pkix.ca_certificate_no_ku_extension'],
    files: ['zlint/certVersion2WithExtension.pem', 'zlint/certVersion4WithExtension.pem'],
    reason: 'it is of a version without extensions; rfc5280/version-3-with-extensions reports it',
  },
  {
    names: ['itu.invalid_asn1_syntax'],
    message: /OID requires minimum of 3 arcs|larger than 32-bits/,
    reason: 'X.690 allows object identifiers of two arcs and arcs of any size',
  },
  {
    names: ['itu.invalid_asn1_syntax'],
    message: /unknown\/unsupported ASN.1 DER tag: 0x1c/,
    reason: 'UniversalString is a DirectoryString, which pkilint cannot read',
  },
  {
    names: ['itu.invalid_asn1_syntax'],
    message:
      /"EVGJurisdictionCountryName"|"EVGJurisdictionStateOrProvinceName"|corresponding to type OID 1\.3\.6\.1\.4\.1\.311\.60/,
    reason: 'the attributes are of the guidelines for extended validation',
  },
  {
    names: ['itu.invalid_asn1_syntax'],
    files: ['zlint/qctWithEsealAndWeb.pem'],
    message: /"QcType"/,
    reason: 'the statement is of ETSI EN 319 412-5',
  },
  {
    names: ['itu.invalid_asn1_syntax'],
    files: ['smime_br/organization/multipurpose/bad_qc_statementinfo_encoding.crttest'],
    reason: 'the statement is of ETSI EN 319 412-5',
  },
  {
    names: [
      'cabf.invalid_organization_identifier_country',
      'cabf.invalid_organization_identifier_registration_scheme',
      'cabf.invalid_organization_identifier_state_province_format',
      'cabf.invalid_subject_organization_identifier_format',
      'cabf.invalid_subject_organization_identifier_state_province_for_scheme',
    ],
    where: /^(?:tls_br|zlint)\//,
    reason: 'the attribute is of the guidelines for extended validation, and of the requirements for S/MIME',
  },
  {
    names: [
      'cabf.smime.certificate_validity_period_exceeds_1185_days',
      'cabf.smime.certificate_validity_period_exceeds_825_days',
      'cabf.smime.common_name_value_unknown_source',
      'cabf.smime.missing_required_attribute',
      'cabf.smime.no_required_reserved_policy_oid',
      'cabf.smime.prohibited_attribute',
      'cabf.smime.prohibited_eku_present',
      'cabf.smime.prohibited_ku_present',
      'cabf.smime.prohibited_othername_type_present',
    ],
    where:
      /\/(?:author|clientauth_eku_and_othername|invalid_ku_for_ecdsa|prohibited_attribute_in_strict|prohibited_eku_and_ku)\.crttest$/,
    reason: 'pkilint is told its profile; its policies name none, of which smime/reserved-policy tells, or another',
  },
  {
    names: ['cabf.rsa_modulus_invalid_length'],
    files: ['zlint/oldSubModSmall.pem', 'zlint/oldSubSmall.pem'],
    reason: OLD,
  },
  {
    names: ['cabf.serverauth.ca.common_name_attribute_absent'],
    files: [
      'tls_br/internal_cross_ca/multiple_reserved_policy_oids.crttest',
      'tls_br/internal_subscriber_issuing_cross_ca/multiple_reserved_policy_oids.crttest',
      'tls_br/internal_unconstrained_tls_ca/multiple_reserved_policy_oids.crttest',
      'tls_br/internal_unconstrained_tls_ca/rsa_modulus_too_short.crttest',
      'zlint/rsaSigAlgoNoNULLParam.pem',
    ],
    reason: OLD,
  },
  {
    names: ['cabf.serverauth.iv.given_name_attribute_absent', 'cabf.serverauth.iv.surname_attribute_absent'],
    files: ['tls_br/iv_pre_certificate/missing_surname_givenname.crttest', 'zlint/indivValGoodOrgOnly.pem'],
    reason: OLD,
  },
  {
    names: ['cabf.serverauth.prohibited_subject_public_key_algorithm_encoding'],
    files: [
      'zlint/dsaBadQLen.pem',
      'zlint/dsaCorrectOrderInSubgroup.pem',
      'zlint/dsaNotShorterThan2048Bits.pem',
      'zlint/dsaUniqueRep.pem',
    ],
    reason: OLD,
  },
  {
    names: ['cabf.serverauth.invalid_tor_v3_domain_name'],
    files: ['tls_br/ev_final_certificate/onion_v2_dnsname.crttest'],
    reason: OLD,
  },
  {
    names: ['cabf.serverauth.invalid_tor_v3_domain_name'],
    files: ['tls_br/internal_constrained_tls_ca/bad_onion_name.crttest'],
    reason: 'a name constraint is not an address of a service',
  },
  {
    names: ['cabf.serverauth.subscriber.revocation_information_absent'],
    files: ['tls_br/dv_final_certificate/short_lived_no_rev_info_before_effective_date.crttest'],
    reason: 'it is valid for less than seven days, and today needs none',
  },
  {
    names: ['cabf.serverauth.ca.anyeku_eku_present'],
    files: ['zlint/c1r0e1a1s0m0b0.pem', 'zlint/mpSubCAEKUDisallowed2.pem'],
    reason: 'it is alone, as a CA of the same operator may have it (7.1.2.2.4)',
  },
  {
    names: ['cabf.serverauth.ca_missing_reserved_policy_oid'],
    files: [
      'zlint/rootCAKeyUsageMissing.pem',
      'zlint/rootCAWithCertPolicy.pem',
      'zlint/sha256WithRSAPSSSignatureAlgorithm.pem',
    ],
    reason: 'it is a root, which should have no policies at all: tls/root-certificate-policies reports it',
  },
  {
    names: ['cabf.serverauth.ca_precert_signing.unknown_eku_present'],
    files: ['tls_br/precert_signing_ca/missing_required_eku.crttest'],
    reason: 'without precertificate signing it is another CA, which may have these',
  },
  {
    names: ['cabf.serverauth.ocsp_responder.unknown_eku_present'],
    files: ['tls_br/ocsp_responder/bad_eku.crttest'],
    reason: 'without ocspSigning it is not an OCSP responder to this lint',
  },
  {
    names: ['cabf.serverauth.dv.unknown_attribute_present'],
    files: ['zlint/invalid_cps_uri_ko_03.pem'],
    reason: 'pkilint cannot read its policy, and takes it to be domain validated',
  },
  {
    names: ['cabf.serverauth.ov.organization_name_attribute_absent'],
    files: ['tls_br/ov_final_certificate/multiple_atv_in_rdn.crttest'],
    reason: 'it has one, as the second attribute of a part',
  },
  {
    names: ['cabf.serverauth.prohibited_duplicate_attribute_type'],
    files: ['zlint/subjectStreetCorrectEncoding.pem'],
    reason:
      'streetAddress may be there several times; a domain validated certificate may have none, and has a finding for it',
  },
  {
    names: [
      'cabf.serverauth.root.extended_key_usage_extension_present',
      'cabf.serverauth.root_validity_period_too_short',
    ],
    files: ['zlint/oldRootModSmall.pem', 'zlint/oldRootModTooSmall.pem'],
    reason: 'its two key identifiers differ, so it is not a root to this lint',
  },
  {
    names: ['cabf.serverauth.root_validity_period_too_short'],
    files: ['zlint/subCAAIAMissingPostCABFBR171.pem', 'zlint/subCAAIAValidPostCABFBR171.pem'],
    reason: 'its two key identifiers differ, so it is not a root to this lint',
  },
];

/** Errors of ours in what pkilint and zlint let pass. */
export const UNSHARED: readonly Difference[] = [
  {
    names: ['rfc5280/dns-a-label'],
    files: ['zlint/dnsNamesNotNFKC.pem'],
    reason: 'one of its labels, xn--109-3veba6djs1bfxlfmx6c9g, is the one that zlint refuses in dnsNamesNotNFC.pem',
  },
  {
    names: ['tls/extended-key-usage-purposes-before-2023'],
    files: ['tls_br/non_tls_ca/first_policy_oid_not_reserved.crttest'],
    reason: 'it is a CA that does not issue for TLS, which is not asked for with these rules',
  },
  {
    names: ['tls/extended-key-usage-of-ca'],
    files: ['tls_br/non_tls_ca/clean.crttest', 'tls_br/non_tls_ca/first_policy_oid_not_reserved.crttest'],
    reason: 'it is a CA that does not issue for TLS, which is not asked for with these rules',
  },
];
