/** Rules of the Baseline Requirements for TLS on CRLs, a file each. */
import type { CrlEntryExtensionRule, CrlRule } from '../crl-rule.ts';
import { pssParameters } from '../tls/pss-parameters.ts';
import { allReasons } from './all-reasons.ts';
import { authorityKeyIdentifierForm } from './authority-key-identifier-form.ts';
import { ecdsaHash } from './ecdsa-hash.ts';
import { entryExtensionsRecommended } from './entry-extensions-recommended.ts';
import { extensionsRecommended } from './extensions-recommended.ts';
import { issuingDistributionPointName } from './issuing-distribution-point-name.ts';
import { nextUpdate10Days } from './next-update-10-days.ts';
import { nextUpdate12Months } from './next-update-12-months.ts';
import { notIndirect } from './not-indirect.ts';
import { partitionNamed } from './partition-named.ts';
import { reasonCodeAllowed } from './reason-code-allowed.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';

export const CRL_TLS_RULES: readonly CrlRule[] = [
  pssParameters,
  allReasons,
  authorityKeyIdentifierForm,
  ecdsaHash,
  extensionsRecommended,
  issuingDistributionPointName,
  nextUpdate10Days,
  nextUpdate12Months,
  notIndirect,
  partitionNamed,
  signatureAlgorithm,
];

export const CRL_TLS_ENTRY_EXTENSION_RULES: readonly CrlEntryExtensionRule[] = [
  entryExtensionsRecommended,
  reasonCodeAllowed,
];
