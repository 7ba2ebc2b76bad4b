/** Answers that were signed ahead of the requests for them. */
import type { Der, SerialNumber } from '@sealwright/pki';
import type { Write } from '../../kernel/unit-of-work.ts';
import type { CertificateStatusRecord } from '../ca/index.ts';

/** A certificate in requests: the CA that issued it, its number, and the hash by which the request names the CA. */
export interface PreparedFor {
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  /** Bits of the hash: 160 for SHA-1, 256 for SHA-256. */
  readonly hashBits: number;
}

/** An answer about one certificate, without a nonce. Times are seconds since 1970. */
export interface PreparedAnswer extends PreparedFor {
  readonly id: number;
  /** The version of the certificate's record that the answer is about. It says nothing of any other version. */
  readonly certificateVersion: number;
  /** SHA-256 of the signer's certificate and the settings. */
  readonly signerSha256: Uint8Array;
  readonly producedAt: number;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** The octets that are signed. */
  readonly tbs: Der<'OcspResponseData'>;
  readonly signature: Uint8Array;
}

/** The certificates of a CA whose serial numbers lie behind `after` and not behind `last`; without them from the first, and to the end. */
export interface SerialRange {
  readonly caId: number;
  readonly after: SerialNumber | undefined;
  readonly last: SerialNumber | undefined;
}

/** The question for which certificates an answer is to be made. Times are seconds since 1970. */
export interface DueQuery extends SerialRange {
  readonly hashBits: number;
  /** SHA-1 of the CA certificate under which they were issued. */
  readonly caSha1: Uint8Array;
  /** Certificates that ended before it need no answer. */
  readonly now: number;
  readonly signerSha256: Uint8Array;
  /** Answers that were produced until then are due. */
  readonly producedUntil: number;
  /** From producedAt to nextUpdate; answers of less are listed even if they are not due. */
  readonly validitySeconds: number;
}

/** A certificate for which an answer is to be made, and what is known of the answer whose place it takes. */
export interface DueCertificate {
  readonly serialNumber: SerialNumber;
  readonly record: CertificateStatusRecord;
  readonly before:
    | Pick<PreparedAnswer, 'id' | 'certificateVersion' | 'signerSha256' | 'producedAt' | 'nextUpdate'>
    | undefined;
}

/** Reads prepared answers. */
export interface PreparedAnswerStore {
  find(prepared: PreparedFor): Promise<PreparedAnswer | undefined>;
  /** Finds the serial number of the certificate at place `count` behind `after`; undefined where there are fewer. */
  findNth(caId: number, after: SerialNumber | undefined, count: number): Promise<SerialNumber | undefined>;
  /** Lists certificates that have not ended and lack an answer, or whose answer is of another version or signer, is due, or is of the future. */
  listDue(query: DueQuery): Promise<readonly DueCertificate[]>;
  /** Lists answers whose nextUpdate lies before `now` (seconds since 1970); at most `limit`. */
  listEnded(now: number, limit: number): Promise<readonly Pick<PreparedAnswer, 'id' | 'producedAt'>[]>;
}

/** Stores the first answer for a certificate and a hash. A second one is a conflict. */
export interface InsertPreparedAnswer extends Write {
  readonly op: 'ocsp-answer.insert';
  readonly answer: PreparedAnswer;
}

/** Puts an answer into the place of the one with the same id, if that was produced at `before` (seconds since 1970). */
export interface ReplacePreparedAnswer extends Write {
  readonly op: 'ocsp-answer.replace';
  readonly answer: PreparedAnswer;
  readonly before: number;
}

/** Deletes the answer that was produced at a time (seconds since 1970). */
export interface DeletePreparedAnswer extends Write {
  readonly op: 'ocsp-answer.delete';
  readonly id: number;
  readonly producedAt: number;
}
