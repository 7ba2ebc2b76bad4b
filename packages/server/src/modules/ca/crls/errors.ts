/** Refusals of CRLs: to make them, and to import them. */
import { AppError } from '../../../kernel/errors.ts';
import { shortened } from '../../../kernel/shortened.ts';

/** A CA was to have fewer CRL partitions, or none, though certificates may point to them. */
export class CrlPartitionsRemovedError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.crl_partitions_removed';

  constructor(name: string) {
    super(`CA '${name}' has certificates on its CRL partitions. They can be suspended, and not taken away.`);
  }
}

/** A delta CRL was asked of a CA that issues none. */
export class DeltaCrlNotIssuedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.delta_crl_not_issued';

  constructor(name: string) {
    super(`CA '${name}' issues no delta CRLs.`);
  }
}

/** A delta CRL was asked for before there is a base CRL that it could refer to. */
export class NoBaseCrlError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.no_base_crl';

  constructor(name: string, partition: number) {
    super(
      `CA '${name}' has no base CRL of partition ${partition} that was made since it issues delta CRLs. Make a base CRL first.`,
    );
  }
}

/** A CA with keys from elsewhere has no CRL yet: one without what was revoked there would let that count as good. */
export class LastCrlMissingError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.last_crl_missing';

  constructor(name: string) {
    super(
      `CA '${name}' has no CRL, and none was made when it began to sign, as it was imported: no CRL of it is made by itself, since that would lack what was revoked elsewhere. Import its last CRL, or create CRLs of it if nothing was.`,
    );
  }
}

/** A CRL was to end at a moment at which it cannot. */
export class CrlEndError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.crl_end';
}

/** An import of a CRL without a CRL, or for a partition that there is not. */
export class CrlUploadError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'crl.upload';
}

/** The CRL to be imported has no octet. */
export class CrlEmptyError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'crl.empty';

  constructor() {
    super('The CRL file is empty.');
  }
}

/** The file to be imported is no CRL. */
export class CrlUnreadableError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'crl.unreadable';

  constructor(problem: string) {
    super(`The file is no CRL in DER: ${problem}.`);
  }
}

/** The CRL to be imported is another CA's, or its signature is not that of the CA's key. */
export class CrlOfOtherIssuerError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'crl.other_issuer';

  constructor(issuerDn: string) {
    super(`CRL is not issued by ${shortened(issuerDn, MAX_SHOWN)}`);
  }
}

/** The CRL to be imported cannot stand among those of the CA. */
export class CrlNotImportableError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'crl.not_importable';

  constructor(problem: string) {
    super(`The CRL cannot be imported: ${problem}.`);
  }
}

/** A CRL of that number or a higher one is stored. */
export class CrlNotNewerError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'crl.not_newer';

  constructor(number: bigint) {
    super(`CRL #${number} or higher is already in the database.`);
  }
}

/** The longest name that is shown of an issuer elsewhere. */
const MAX_SHOWN = 4096;

/** The clock stepped back behind what was signed already; nothing more is signed until it is right again. */
export class ClockSteppedBackError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ca.clock_stepped_back';

  constructor() {
    super('The clock of this machine has stepped back; CRLs are not signed until it is right again.');
  }
}
