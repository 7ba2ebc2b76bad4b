/** Addresses for the certificates and CRLs of a new CA, under this server's public URL: of its CRLs, its certificate and its OCSP responder. */
import { parseDuration } from '../../configuration/index.ts';

export class PublicAddresses {
  readonly #publicUrl: string | undefined;

  /** @param publicUrl - URL at which relying parties reach the plain listener, without a trailing slash; undefined if CAs get no addresses */
  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl;
  }

  /**
   * Returns the settings of a new CA with the missing addresses filled in. Given lists stay, even empty ones.
   *
   * @param settings - as written by the administrator, not validated yet
   */
  complete(name: string, settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { caType = 'X509', crlDistributionPoints, caIssuerUris, ocspUris, freshestCrlUris } = settings;
    if (this.#publicUrl === undefined || caType !== 'X509') return settings;
    const file = percentEncoded(name);
    const crls = `${this.#publicUrl}/crls/${file}`;
    const parted = settings['usePartitionedCrl'] === true;
    return {
      ...settings,
      crlDistributionPoints: crlDistributionPoints ?? [parted ? `${crls}/partition-*.crl` : `${crls}.crl`],
      caIssuerUris: caIssuerUris ?? [`${this.#publicUrl}/certificates/${file}.crt`],
      ...(settings['ocspResponder'] === 'NONE' ? {} : { ocspUris: ocspUris ?? [`${this.#publicUrl}/ocsp`] }),
      ...(issuesDeltas(settings)
        ? { freshestCrlUris: freshestCrlUris ?? [`${crls}/${parted ? 'partition-*-delta' : 'delta'}.crl`] }
        : {}),
    };
  }
}

function issuesDeltas({ deltaCrlPeriod }: Readonly<Record<string, unknown>>): boolean {
  return typeof deltaCrlPeriod === 'string' && (parseDuration(deltaCrlPeriod) ?? 0) > 0;
}

/** Encodes a name for a path. An asterisk would stand for a partition number. */
function percentEncoded(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.codePointAt(0)!.toString(16).toUpperCase()}`,
  );
}
