/** Certificates by the thousand, as rows: nobody signed them. */
import { createHash } from 'node:crypto';
import { asDer, type Der, serialNumberFromBytes } from '@sealwright/pki';
import { newUnitId } from '../../../packages/server/src/kernel/unit-of-work.ts';
import { systemClock } from '../../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { CERTIFICATE_TYPE, type InsertCertificate } from '../../../packages/server/src/modules/ca/index.ts';
import type { EndEntity } from '../../../packages/server/src/modules/ra/index.ts';
import type { Installation } from '../../../packages/server/src/wiring/installation.ts';

const ROWS_PER_UNIT = 500;

/** Stores `count` active certificates as issued by a CA, each of an end entity of its own unless `owner` is given. Those of an owner have a DER that can be read. */
export async function storeCertificates(
  { store, ids }: Pick<Installation['storage'], 'store' | 'ids'>,
  caId: number,
  count: number,
  owner?: Owner,
): Promise<void> {
  for (let stored = 0; stored < count; stored += ROWS_PER_UNIT) {
    const writes = Array.from({ length: Math.min(ROWS_PER_UNIT, count - stored) }, () =>
      insertion(caId, ids.next(), owner),
    );
    await store.commit({ id: newUnitId(systemClock, systemRandom()), epoch: undefined, writes });
  }
}

/** An end entity with a certificate. */
interface Owner extends Pick<EndEntity, 'id' | 'username'> {
  readonly der: Der<'Certificate'>;
}

function insertion(caId: number, id: number, owner?: Owner): InsertCertificate {
  const digest = createHash('sha256').update(String(id)).digest();
  const serial = Uint8Array.from([0x5a, ...digest.subarray(0, 15)]);
  const now = Math.floor(systemClock.nowMs() / 1000);
  return {
    op: 'certificate.insert',
    certificate: {
      id,
      caId,
      serialNumber: serialNumberFromBytes(serial),
      der: owner?.der ?? asDer<'Certificate'>(digest),
      sha1: digest.subarray(0, 20),
      sha256: digest,
      subjectDn: `CN=${id}`,
      subjectKey: digest,
      subjectAltName: undefined,
      subjectKeyId: undefined,
      publicKeySha256: digest,
      caSha1: digest.subarray(0, 20),
      endEntityId: owner?.id ?? id,
      username: owner?.username ?? `user ${id}`,
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
