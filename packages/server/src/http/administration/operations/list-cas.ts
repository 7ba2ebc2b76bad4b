import { Type } from 'typebox';
import {
  type CrlEnd,
  issuerOfRoot,
  type ListedCa,
  type ResponderEnd,
  type X509Authority,
} from '../../../modules/ca/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';
import { formatSeconds } from '../times.ts';

/** `GET /cas`: the CAs that the caller may access, with how each stands. */
export function listCas({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/cas',
    operation('cas.list', 'CAs that the caller may access', { response: { 200: CaList, ...errorResponses() } }),
    async (request) => ({ cas: (await deps.ca.listCas.list(administrator(request))).map(bodyOf) }),
  );
}

function bodyOf({ authority, status, tokenState, crls, ocspResponder }: ListedCa) {
  const { kind, name, notAfter, publicId, settings } = authority;
  const [certificate] = authority.kind === 'X509' ? authority.chain : [];
  return {
    id: publicId,
    name,
    type: kind,
    status,
    subject_dn: settings.subject.toString(),
    issuer_dn: (issuerOfRoot(authority) ?? settings.subject).toString(),
    ...(certificate === undefined ? {} : { serial_number: certificate.serialNumberText }),
    ...(notAfter === undefined ? {} : { not_after: formatSeconds(notAfter) }),
    ...(tokenState === undefined ? {} : { crypto_token_state: tokenState }),
    ...(crls === undefined ? {} : { crls: crlsOf(crls) }),
    ...(ocspResponder === undefined ? {} : { ocsp_responder: responderOf(ocspResponder) }),
    ...(authority.kind === 'X509' && tokenState !== undefined ? { addresses: addressesOf(authority) } : {}),
  };
}

function crlsOf({ missing, nextUpdate }: CrlEnd) {
  return { missing, ...(nextUpdate === undefined ? {} : { next_update: formatSeconds(nextUpdate) }) };
}

function responderOf({ endsSoon, missing, notAfter }: ResponderEnd) {
  return { missing, ends_soon: endsSoon, ...(notAfter === undefined ? {} : { not_after: formatSeconds(notAfter) }) };
}

function addressesOf({ settings: { caIssuerUris, crl, ocspUris } }: X509Authority) {
  return { crl: crl.distributionPoints.length > 0, certificate: caIssuerUris.length > 0, ocsp: ocspUris.length > 0 };
}

const CaList = Type.Object(
  {
    cas: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'The number that other interfaces show.' }),
          name: Type.String(),
          type: Type.String({ description: 'X509, CVC or SSH.' }),
          status: Type.String({ description: 'As that of one CA.' }),
          subject_dn: Type.String(),
          issuer_dn: Type.String({ description: 'Of the root; its own subject while it has no certificate.' }),
          serial_number: Type.Optional(Type.String({ description: 'Of its certificate, hexadecimal.' })),
          not_after: Type.Optional(Type.String({ format: 'date-time' })),
          crypto_token_state: Type.Optional(
            Type.Enum(['active', 'offline'], {
              type: 'string',
              description: 'Of the token with its keys, on the host that answers; left out without keys.',
            }),
          ),
          crls: Type.Optional(
            Type.Object(
              {
                missing: Type.Integer({ description: 'Partitions without a base CRL; the main CRL counts as one.' }),
                next_update: Type.Optional(
                  Type.String({ format: 'date-time', description: 'When the first of its newest base CRLs ends.' }),
                ),
              },
              { title: 'CrlsOfCa', description: 'Left out for a CA whose CRLs nobody needs.' },
            ),
          ),
          ocsp_responder: Type.Optional(
            Type.Object(
              {
                missing: Type.Integer({
                  description: 'Keys of the CA, present and former, without one that may sign.',
                }),
                ends_soon: Type.Boolean({
                  description: 'Whether one ends soon, or has ended, and should have been renewed by now.',
                }),
                not_after: Type.Optional(
                  Type.String({ format: 'date-time', description: 'When the first of their certificates ends.' }),
                ),
              },
              {
                title: 'OcspResponderOfCa',
                description: 'The responders that the CA has certified. Left out for a CA that needs none.',
              },
            ),
          ),
          addresses: Type.Optional(
            Type.Object(
              { crl: Type.Boolean(), certificate: Type.Boolean(), ocsp: Type.Boolean() },
              {
                title: 'AddressesOfCa',
                description:
                  'Which addresses the settings of the CA have for profiles to write into certificates. Left out for a CA that issues no X.509 certificates here.',
              },
            ),
          ),
        },
        { title: 'ListedCa' },
      ),
      { description: 'In order of their names.' },
    ),
  },
  { title: 'CaList' },
);
