/** Extensions of a CA's own certificate from its settings, whichever CA signs it. */
import {
  ACCESS_METHODS,
  authorityInfoAccess,
  crlDistributionPoints,
  type Extension,
  freshestCrl,
  type GeneralName,
  makeExtension,
  subjectAltName,
} from '@sealwright/pki';
import type { OwnCertificateSettings } from '../settings/index.ts';

/** Returns the extensions that the settings define. Those left empty are up to the profile and the signing CA. */
export function ownExtensions(settings: OwnCertificateSettings): readonly Extension[] {
  const extensions = [...settings.extensions];
  if (settings.alternativeNames.length > 0) {
    extensions.push(makeExtension(subjectAltName, settings.alternativeNames, false));
  }
  if (settings.crlDistributionPoints.length > 0) {
    extensions.push(makeExtension(crlDistributionPoints, points(settings.crlDistributionPoints), false));
  }
  if (settings.freshestCrlUris.length > 0) {
    extensions.push(makeExtension(freshestCrl, points(settings.freshestCrlUris), false));
  }
  if (settings.caIssuerUris.length > 0) {
    const locations = settings.caIssuerUris.map((text) => ({
      accessMethod: ACCESS_METHODS.caIssuers,
      accessLocation: uri(text),
    }));
    extensions.push(makeExtension(authorityInfoAccess, locations, false));
  }
  return extensions;
}

function points(uris: readonly string[]) {
  return [{ distributionPoint: { type: 'fullName' as const, names: uris.map(uri) } }];
}

/** Returns an address as a name. */
export function uri(text: string): GeneralName {
  return { type: 'uniformResourceIdentifier', value: text };
}
