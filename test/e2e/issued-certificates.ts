/** Certificates by the thousand, as rows: nobody signed them. */
import { createHash } from 'node:crypto';
import { asDer, serialNumberFromBytes } from '@sealwright/pki';
import { newUnitId } from '../../packages/server/src/kernel/unit-of-work.ts';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { CERTIFICATE_TYPE, type InsertCertificate } from '../../packages/server/src/modules/ca/index.ts';
import type { Installation } from '../../packages/server/src/wiring/installation.ts';

const ROWS_PER_UNIT = 500;

/** Stores `count` active certificates of end entities as issued by a CA. */
export async function storeCertificates(
  { store, ids }: Pick<Installation['storage'], 'store' | 'ids'>,
  caId: number,
  count: number,
): Promise<void> {
  for (let stored = 0; stored < count; stored += ROWS_PER_UNIT) {
    const writes = Array.from({ length: Math.min(ROWS_PER_UNIT, count - stored) }, () => insertion(caId, ids.next()));
    await store.commit({ id: newUnitId(systemClock, systemRandom()), epoch: undefined, writes });
  }
}

function insertion(caId: number, id: number): InsertCertificate {
  const digest = createHash('sha256').update(String(id)).digest();
  const serial = Uint8Array.from([0x5a, ...digest.subarray(0, 15)]);
  const now = Math.floor(systemClock.nowMs() / 1000);
  return {
    op: 'certificate.insert',
    certificate: {
      id,
      caId,
      serialNumber: serialNumberFromBytes(serial),
      der: asDer<'Certificate'>(digest),
      sha1: digest.subarray(0, 20),
      sha256: digest,
      subjectDn: `CN=${id}`,
      subjectKey: digest,
      subjectAltName: undefined,
      subjectKeyId: undefined,
      publicKeySha256: digest,
      caSha1: digest.subarray(0, 20),
      endEntityId: id,
      username: `user ${id}`,
      certificateProfileId: 1,
      endEntityProfileId: 1,
      type: CERTIFICATE_TYPE.endEntity,
      notBefore: now,
      notAfter: now + 86_400,
      crlPartition: 0,
      accountBindingId: undefined,
      createdMs: now * 1000,
    },
  };
}
