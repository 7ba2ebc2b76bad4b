/** Which CRLs that were made elsewhere can stand among those that are made here: a pure function. */
import { shownInteger } from '@sealwright/pki';
import { CrlNotImportableError } from '../crls/index.ts';
import type { GoodCrl } from './uploaded-crl.ts';

/** @throws {@link CrlNotImportableError} */
export function requireImportable({ number, baseNumber, thisUpdate, indirect }: GoodCrl, now: number): void {
  if (number > HIGHEST_NUMBER) {
    throw new CrlNotImportableError(
      `its number ${shownInteger(number)} is above ${HIGHEST_NUMBER}, and the next CRL needs a higher one`,
    );
  }
  if (baseNumber !== undefined && baseNumber >= number) {
    throw new CrlNotImportableError(
      `it is a delta CRL with the number ${shownInteger(number)} of the base CRL ${shownInteger(baseNumber)}, which is no earlier one`,
    );
  }
  // The next CRL of the CA must not be older than it.
  if (thisUpdate > now + TOLERATED_SECONDS) {
    throw new CrlNotImportableError(`its thisUpdate, ${new Date(thisUpdate * 1000).toISOString()}, lies in the future`);
  }
  if (indirect) throw new CrlNotImportableError('it is an indirect CRL, which lists certificates of other CAs');
}

/** Integers are stored up to 2^53: half of them are left for what the CA issues itself. RFC 5280 §5.2.3 would allow 20 octets. */
const HIGHEST_NUMBER = 2n ** 52n;
/** By which clocks may differ. */
const TOLERATED_SECONDS = 60;
