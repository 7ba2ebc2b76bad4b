/** Errors of making and importing CRLs. */
import { appError } from '../../../kernel/errors.ts';
import { shortened } from '../../../kernel/text/shortened.ts';

/** A change that would remove CRL partitions of a CA, to which certificates may point. */
export class CrlPartitionsRemovedError extends appError('conflict', 'ca.crl_partitions_removed') {
  constructor(name: string) {
    super(`CA '${name}' has certificates on its CRL partitions. They can be suspended, and not taken away.`);
  }
}

/** A request for a delta CRL of a CA that issues none. */
export class DeltaCrlNotIssuedError extends appError('refused-by-policy', 'ca.delta_crl_not_issued') {
  constructor(name: string) {
    super(`CA '${name}' issues no delta CRLs.`);
  }
}

/** A request for a delta CRL before there is a base CRL to refer to. */
export class NoBaseCrlError extends appError('refused-by-policy', 'ca.no_base_crl') {
  constructor(name: string, partition: number) {
    super(
      `CA '${name}' has no base CRL of partition ${partition} that was made since it issues delta CRLs. Make a base CRL first.`,
    );
  }
}

/** An imported CA without a CRL. A new one without its earlier revocations would make those certificates look good. */
export class LastCrlMissingError extends appError('refused-by-policy', 'ca.last_crl_missing') {
  constructor(name: string) {
    super(
      `CA '${name}' has no CRL, and none was made when it began to sign, as it was imported: no CRL of it is made by itself, since that would lack what was revoked elsewhere. Import its last CRL, or create CRLs of it if nothing was.`,
    );
  }
}

/** A requested nextUpdate that is impossible. */
export class CrlEndError extends appError('refused-by-policy', 'ca.crl_end') {}

/** An upload without a CRL, or for a partition that does not exist. */
export class CrlUploadError extends appError('malformed', 'crl.upload') {}

/** An empty file instead of a CRL. */
export class CrlEmptyError extends appError('malformed', 'crl.empty') {
  constructor() {
    super('The CRL file is empty.');
  }
}

/** An uploaded file that is not a CRL. */
export class CrlUnreadableError extends appError('malformed', 'crl.unreadable') {
  constructor(problem: string) {
    super(`The file is not a CRL in DER: ${problem}.`);
  }
}

/** An uploaded CRL of another issuer, or with a signature that is not by the CA's key. */
export class CrlOfOtherIssuerError extends appError('malformed', 'crl.other_issuer') {
  constructor(issuerDn: string) {
    super(`CRL is not issued by ${shortened(issuerDn, MAX_SHOWN)}`);
  }
}

/** An uploaded CRL that cannot be added to the CRLs of the CA. */
export class CrlNotImportableError extends appError('malformed', 'crl.not_importable') {
  constructor(problem: string) {
    super(`The CRL cannot be imported: ${problem}.`);
  }
}

/** An uploaded CRL whose number is not higher than those of stored CRLs. */
export class CrlNotNewerError extends appError('conflict', 'crl.not_newer') {
  constructor(number: bigint) {
    super(`CRL #${number} or higher is already in the database.`);
  }
}

/** Limit for issuer names in messages. */
const MAX_SHOWN = 4096;

/** A clock that is behind earlier signatures. No CRLs are signed until it is right again. */
export class ClockSteppedBackError extends appError('unavailable', 'ca.clock_stepped_back') {
  constructor() {
    super('The clock of this machine has stepped back; CRLs are not signed until it is right again.');
  }
}
