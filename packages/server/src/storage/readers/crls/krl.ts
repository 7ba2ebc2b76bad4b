/** Reads the revoked SSH certificates of a CA and encodes the key revocation list of them (OpenSSH PROTOCOL.krl). */
import { encodeKrl, SshPublicKey } from '@sealwright/pki';
import type { Reads } from '../../sql/index.ts';

/** Which list. Times are seconds since 1970. */
export interface KrlInput {
  readonly caId: number;
  /** Blobs of the keys that the CA signed with: the list has every serial number under each. */
  readonly caKeys: readonly Uint8Array[];
  /** Blobs of keys that are refused altogether. */
  readonly revokedKeys: readonly Uint8Array[];
  readonly version: number;
  readonly generatedAt: number;
  readonly comment: string;
  /** Leaves out certificates that ended before this moment. */
  readonly expiredBefore: number;
}

export interface KrlResult {
  readonly krl: Uint8Array;
  /** Certificates that it revokes by their numbers. */
  readonly certificates: number;
}

/** Makes one list. */
export const krl = {
  async *run(reads: Reads, input: KrlInput): AsyncGenerator<undefined, KrlResult, void> {
    const serials: bigint[] = [];
    for (let after = -1; ;) {
      const rows = await readStep(reads, input.caId, after);
      for (const { serial, not_after_s: end } of rows) {
        if (end >= input.expiredBefore) serials.push(BigInt(`0x${serial.toHex()}`));
      }
      yield undefined;
      if (rows.length < ROWS_PER_STEP) break;
      after = rows.at(-1)!.id;
    }
    const serialNumbers = BigUint64Array.from(serials);
    const encoded = encodeKrl({
      version: BigInt(input.version),
      generatedAt: BigInt(input.generatedAt),
      comment: input.comment,
      certificates: input.caKeys.map((blob) => ({ caKey: SshPublicKey.parse(blob), serialNumbers, keyIds: [] })),
      keys: input.revokedKeys.map((blob) => SshPublicKey.parse(blob)),
      sha1: [],
      sha256: [],
    });
    return { krl: encoded, certificates: serials.length };
  },
};

/** One step over the index `certificate_revoked`, which covers it. SSH certificates stand in the partition 0. */
function readStep(reads: Reads, caId: number, after: number) {
  return reads.kysely
    .selectFrom('certificate')
    .select(['id', 'serial', 'not_after_s'])
    .where('status', '=', (build) => build.lit(REVOKED))
    .where('ca_id', '=', caId)
    .where('crl_partition', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_PER_STEP)
    .execute();
}

/** A literal in the statement, because the index is of these alone. */
const REVOKED = 40;
const ROWS_PER_STEP = 5000;
