/** Addresses of CRLs, OCSP responders and CA certificates. */
import { Type } from 'typebox';
import { flag, text } from '../../common/index.ts';

export const locationSettings = {
  crlDistributionPointUsed: flag(false, 'Writes where the CRL is (RFC 5280 §4.2.1.13).', 'CRL Distribution Point Used'),
  crlUseCaDefinedSettings: flag(
    false,
    'Takes the addresses from `crlDistributionPoints` of the issuing CA.',
    'CRL Use CA Defined Settings',
  ),
  crlDistributionPointCritical: flag(false, 'Marks the extension critical.', 'CRL Distribution Point Critical'),
  crlDistributionPointUri: text(
    4096,
    'Addresses of the CRL, separated by `;`, where the CA does not define them.',
    'CRL Distribution Point URI',
  ),
  freshestCrlUsed: flag(false, 'Writes where the delta CRL is (RFC 5280 §4.2.1.15).', 'Freshest CRL Used'),
  freshestCrlUseCaDefinedSettings: flag(
    false,
    'Takes the addresses from `freshestCrlUris` of the issuing CA.',
    'Freshest CRL Use CA Defined Settings',
  ),
  freshestCrlUri: text(
    4096,
    'Addresses of the delta CRL, separated by `;`, where the CA does not define them.',
    'Freshest CRL URI',
  ),
  authorityInformationAccessUsed: flag(
    false,
    'Writes where the OCSP responder and the certificate of the CA are (RFC 5280 §4.2.2.1).',
  ),
  ocspServiceLocatorUrlIsCaDefined: flag(
    false,
    'Takes the addresses of OCSP responders from `ocspUris` of the issuing CA.',
    'OCSP Service Locator URL Is CA Defined',
  ),
  ocspServiceLocatorUrl: text(
    2048,
    'The address of the OCSP responder, where the CA does not define it.',
    'OCSP Service Locator URL',
  ),
  ocspIssuerUrlIsCaDefined: flag(
    false,
    "Takes the addresses of the CA's certificate from `caIssuerUris` of the issuing CA.",
    'OCSP Issuer URL Is CA Defined',
  ),
  ocspIssuerUrls: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
    title: 'OCSP Issuer URLs',
    description: "Addresses of the CA's certificate, where the CA does not define them.",
    maxItems: 32,
    default: [],
  }),
};
