/** The judgment of a CRL: who signed it, whether that holds, and whether it is in force. */
import {
  authorityKeyIdentifier,
  type Certificate,
  Crl,
  crlNumber,
  deltaCrlIndicator,
  issuingDistributionPoint,
  keyUsage,
  PkiError,
} from '@sealwright/pki';
import { UnexpectedAnswerError } from '../errors.ts';
import { formatMoment } from '../arguments/moment.ts';

/** A CRL with what was found out about it. Moments are ISO 8601 in UTC. */
export interface CheckedCrl {
  readonly issuerDn: string;
  readonly number: string | undefined;
  /** Number of the base CRL that a delta CRL refers to. */
  readonly baseNumber: string | undefined;
  /** The authority key identifier in hexadecimal. */
  readonly issuerKey: string | undefined;
  readonly onlySome: boolean;
  readonly thisUpdate: string;
  readonly nextUpdate: string | undefined;
  /** Negative before its thisUpdate. */
  readonly ageSeconds: number;
  /** Until its nextUpdate; negative afterwards. */
  readonly secondsLeft: number | undefined;
  readonly entries: number;
  /** `unknown`: there is no certificate of its issuer to verify it with. */
  readonly signature: 'good' | 'wrong' | 'unknown';
  /** Reasons for which relying parties refuse it, or cannot check it; empty when it is good. */
  readonly problems: readonly string[];
}

/** @throws {@link UnexpectedAnswerError} for octets that are not a CRL */
export function readCrl(der: Uint8Array, where: string): Crl {
  return readingOf(where, () => Crl.parse(der));
}

/**
 * Checks a CRL.
 *
 * @param issuers - certificates of CAs, among them that of its issuer where it is known
 * @param now - milliseconds since 1970
 * @throws {@link UnexpectedAnswerError} for one whose contents cannot be read
 */
export function checkCrl(crl: Crl, issuers: readonly Certificate[], now: number, where: string): CheckedCrl {
  return readingOf(where, () => {
    const seconds = Math.floor(now / 1000);
    const { signature, problem } = signatureOf(crl, issuers);
    const { nextUpdate, thisUpdate } = crl;
    let entries = 0;
    for (const _entry of crl.entries()) entries++;
    const problems = [
      ...(problem === undefined ? [] : [problem]),
      ...(thisUpdate > seconds + TOLERATED_SECONDS ? [`it is valid from ${formatMoment(thisUpdate)} on only`] : []),
      ...(nextUpdate !== undefined && nextUpdate < seconds ? [`it has ended, at ${formatMoment(nextUpdate)}`] : []),
      ...(nextUpdate === undefined ? ['it does not say when the next one comes (nextUpdate, RFC 5280 §5.1.2.5)'] : []),
    ];
    return {
      issuerDn: crl.issuer.toString(),
      number: crl.extension(crlNumber)?.toString(),
      baseNumber: crl.extension(deltaCrlIndicator)?.toString(),
      issuerKey: crl.extension(authorityKeyIdentifier)?.keyIdentifier?.toHex(),
      onlySome: crl.extension(issuingDistributionPoint) !== undefined,
      thisUpdate: formatMoment(thisUpdate),
      nextUpdate: nextUpdate === undefined ? undefined : formatMoment(nextUpdate),
      ageSeconds: seconds - thisUpdate,
      secondsLeft: nextUpdate === undefined ? undefined : nextUpdate - seconds,
      entries,
      signature,
      problems,
    };
  });
}

/** A CA may have had several keys: one certificate whose key has signed it is enough. */
function signatureOf(
  crl: Crl,
  issuers: readonly Certificate[],
): { readonly signature: CheckedCrl['signature']; readonly problem?: string } {
  const named = issuers.filter(({ subject }) => subject.equals(crl.issuer));
  if (named.length === 0)
    return {
      signature: 'unknown',
      problem: 'its signature was not verified: name the certificate of its issuer with --issuer',
    };
  const signer = named.find(({ publicKey }) => crl.verify(publicKey));
  if (signer === undefined) return { signature: 'wrong', problem: 'its signature is not that of its issuer' };
  const usages = signer.extension(keyUsage);
  if (usages === undefined || usages.has('cRLSign')) return { signature: 'good' };
  return { signature: 'wrong', problem: 'the key that signed it may not sign CRLs (keyUsage, RFC 5280 §4.2.1.3)' };
}

function readingOf<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`${where} holds no CRL that can be read: ${error.message}`, { cause: error });
  }
}

/** Clocks differ. */
const TOLERATED_SECONDS = 60;
