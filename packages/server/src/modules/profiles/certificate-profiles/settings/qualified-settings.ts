/** QC statements of qualified certificates. */
import { Type } from 'typebox';
import { choice } from '../../../configuration/index.ts';
import { flag, strict, text, words } from '../../common/index.ts';

export const qualifiedSettings = {
  qcStatementUsed: flag(false, 'Writes QC statements (RFC 3739 §3.2.6, ETSI EN 319 412-5).', 'QC Statement Used'),
  qcStatementCritical: flag(false, 'Marks QC statements critical.', 'QC Statement Critical'),
  pkixQcSyntaxV2Used: flag(false, 'Writes id-qcs-pkixQCSyntax-v2 (RFC 3739 §3.2.6.1).', 'PKIX QCSyntax-v2 Used'),
  qcSemanticsId: text(128, 'The object identifier of the semantics of names, in that statement.', 'QC Semantics ID'),
  qcStatementRaName: text(
    1024,
    'The name registration authorities in that statement, as general names such as `rfc822Name=ra@example.com`.',
    'QC Statement RA Name',
  ),
  qcEtsiComplianceUsed: flag(false, 'Writes QcCompliance: an EU qualified certificate.', 'QC ETSI Compliance Used'),
  qcEtsiSignatureDeviceUsed: flag(
    false,
    'Writes QcSSCD: the key is in a qualified signature creation device.',
    'QC ETSI Signature Device Used',
  ),
  qcEtsiTypes: Type.Array(choice({ esign: 'esign', eseal: 'eseal', web: 'web' }), {
    title: 'QC ETSI Types',
    description: 'QcType: what a qualified certificate is for. Empty: not written.',
    uniqueItems: true,
    default: [],
  }),
  qcEtsiValueLimitUsed: flag(
    false,
    'Writes QcLimitValue: a limit on the value of transactions.',
    'QC ETSI Value Limit Used',
  ),
  qcEtsiValueLimit: Type.Integer({
    title: 'QC ETSI Value Limit',
    description: 'The limit, without its exponent.',
    minimum: 0,
    default: 0,
  }),
  qcEtsiValueLimitExponent: Type.Integer({
    title: 'QC ETSI Value Limit Exponent',
    description: 'The power of ten that the limit is multiplied with.',
    minimum: 0,
    maximum: 30,
    default: 0,
  }),
  qcEtsiValueLimitCurrency: text(
    3,
    'The currency of the limit, as three letters of ISO 4217.',
    'QC ETSI Value Limit Currency',
  ),
  qcEtsiRetentionPeriodUsed: flag(
    false,
    'Writes QcRetentionPeriod: how long information on the holder is kept.',
    'QC ETSI Retention Period Used',
  ),
  qcEtsiRetentionPeriod: Type.Integer({
    title: 'QC ETSI Retention Period',
    description: 'That time, in years after the certificate has ended.',
    minimum: 0,
    maximum: 1000,
    default: 0,
  }),
  qcEtsiPds: Type.Array(
    Type.Object(
      {
        url: Type.String({ description: 'The address of the statement.', maxLength: 2048 }),
        language: Type.String({ description: 'Its language, as two letters of ISO 639-1.', maxLength: 2 }),
      },
      strict,
    ),
    {
      title: 'QC ETSI PDS',
      description: 'QcPDS: where PKI disclosure statements are. Empty: not written.',
      maxItems: 50,
      default: [],
    },
  ),
  qcCountries: words(
    300,
    'QcCClegislation: the countries under whose law the certificate is qualified, as two letters of ISO 3166-1. Empty: not written.',
  ),
  qcCustomStatements: Type.Array(
    Type.Object(
      {
        statementId: Type.String({ title: 'Statement ID', description: 'Its object identifier.', maxLength: 128 }),
        text: Type.String({
          description: 'Its value, as a UTF8String. Empty: it has none.',
          maxLength: 1024,
          default: '',
        }),
      },
      strict,
    ),
    {
      title: 'QC Custom Statements',
      description: 'Further statements. None of those that other settings write.',
      maxItems: 20,
      default: [],
    },
  ),
};
