/** Requirements for CRLs made elsewhere to be added to those made here: a pure function. */
import { shownInteger } from '@sealwright/pki';
import { CrlNotImportableError } from '../crls/index.ts';
import type { GoodCrl } from './uploaded-crl.ts';

/** Requires a CRL that can be imported. @throws {@link CrlNotImportableError} */
export function requireImportable(
  { number, baseNumber, thisUpdate, indirect, notUnderstood }: GoodCrl,
  now: number,
): void {
  if (number > HIGHEST_NUMBER) {
    throw new CrlNotImportableError(
      `its number ${shownInteger(number)} is above ${HIGHEST_NUMBER}, and the next CRL needs a higher one`,
    );
  }
  if (baseNumber !== undefined && baseNumber >= number) {
    throw new CrlNotImportableError(
      `it is a delta CRL with the number ${shownInteger(number)} of the base CRL ${shownInteger(baseNumber)}, which is not an earlier one`,
    );
  }
  // The next CRL of the CA must not be dated before it.
  if (thisUpdate > now + TOLERATED_SECONDS) {
    throw new CrlNotImportableError(`its thisUpdate, ${new Date(thisUpdate * 1000).toISOString()}, lies in the future`);
  }
  if (indirect) throw new CrlNotImportableError('it is an indirect CRL, which lists certificates of other CAs');
  // RFC 5280 §5.2 and §5.3: such a CRL says nothing of any certificate.
  if (notUnderstood !== undefined) {
    throw new CrlNotImportableError(
      `it has the critical extension ${notUnderstood}, which is not known here and may change what the CRL means`,
    );
  }
}

/**
 * Highest number of imported CRLs. Integers are stored up to 2^53, and half of that range is left for CRLs made here. RFC 5280 §5.2.3 would allow 20
 * octets.
 */
const HIGHEST_NUMBER = 2n ** 52n;
/** Tolerated difference between clocks. */
const TOLERATED_SECONDS = 60;
