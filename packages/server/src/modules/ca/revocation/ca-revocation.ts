/** Effects on the state of a CA when its certificate, or the CA as a whole, is revoked. */
import { Certificate, compareBytes, CvCertificate } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { InsertJob } from '../../background/index.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { Actor } from '../../audit/index.ts';
import type { Authorities } from '../authorities/index.ts';
import type { CertificateAuthority } from '../kinds/index.ts';
import {
  type CaState,
  type CaStateStore,
  type CertificateRecord,
  type RevocationReason,
  updateOf,
} from '../records/index.ts';
import type { RevocationOutcome } from './revocation-rules.ts';

/** A CA with its stored state. */
export interface CaWithState {
  readonly authority: CertificateAuthority;
  readonly state: CaState;
}

/** Progress of the job that revokes all certificates of a CA. */
export interface RevocationProgress {
  readonly reason: RevocationReason;
  /** Seconds since 1970. */
  readonly revokedAt: number;
  /** The administrator who revoked the CA; all certificates are revoked in their name. */
  readonly actor: Actor;
  /** Serial number of the last certificate processed; empty at first. */
  readonly after: string;
  /** Number of certificates revoked so far. */
  readonly certificates: number;
}

/** Kind of these jobs. Each has the id of its CA, so that a CA has at most one. */
export const CA_REVOCATION_JOB = 'ca-revocation';

/**
 * Returns the writes for a CA whose certificate changed its revocation status.
 *
 * A permanent revocation ends the CA: it issues nothing more, and a job revokes all its certificates. On hold it counts as revoked, too, but its
 * certificates are left alone. Released from hold it is offline, until an administrator activates it.
 */
export function caRevocation(
  { authority, state }: CaWithState,
  { reason, revokedAt }: Pick<RevocationOutcome, 'reason' | 'revokedAt'>,
  actor: Actor,
  clock: Clock,
): readonly Write[] {
  const onHold = state.status === 'REVOKED' && state.revocationReason === 'CERTIFICATE_HOLD';
  const hasKeys = authority.settings.cryptoTokenId !== undefined;
  if (reason === 'NOT_REVOKED') {
    return onHold ? changeOf(state, { status: hasKeys ? 'OFFLINE' : 'EXTERNAL', reason, revokedAt: undefined }) : [];
  }
  if (state.status === 'REVOKED' && state.revocationReason === reason && state.revokedAt === revokedAt) return [];
  const writes = changeOf(state, { status: 'REVOKED', reason, revokedAt });
  const isBegun = state.status === 'REVOKED' && !onHold;
  if (isBegun || reason === 'CERTIFICATE_HOLD' || !hasKeys) return writes;
  const progress: RevocationProgress = { reason, revokedAt: revokedAt!, actor, after: '', certificates: 0 };
  const job: InsertJob = {
    op: 'job.insert',
    id: state.caId,
    kind: CA_REVOCATION_JOB,
    progress: JSON.stringify(progress),
    createdMs: clock.nowMs(),
  };
  return [...writes, job];
}

/** Finds the CA of this installation whose present certificate the record is; undefined for any other certificate. */
export async function certifiedCa(
  { caId, der, endEntityId }: CertificateRecord,
  { authorities, states }: { readonly authorities: Authorities; readonly states: CaStateStore },
): Promise<CaWithState | undefined> {
  // Nearly all certificates belong to end entities; those are not parsed, because revocations have to be fast.
  if (endEntityId !== undefined || der.length === 0) return undefined;
  const issuer = await authorities.findById(caId);
  const authority = issuer && (await caWith(issuer, der, authorities));
  const state = authority && (await states.findState(authority.id));
  const own = state?.chain[0];
  return own !== undefined && compareBytes(own, der) === 0 ? { authority: authority!, state: state! } : undefined;
}

/** Finds the CA that may have the certificate. */
async function caWith(
  { kind }: CertificateAuthority,
  der: CertificateRecord['der'],
  authorities: Authorities,
): Promise<CertificateAuthority | undefined> {
  if (kind === 'X509') {
    const { subject } = Certificate.parse(der);
    // Nearly all names are not names of CAs, and that is known without a database read.
    return (await authorities.isSubject(subject.key)) ? authorities.findBySubject(subject.toString()) : undefined;
  }
  if (kind === 'SSH' || CvCertificate.parse(der).authorization.role === 'TERMINAL') return undefined;
  // Its subject need not contain the sequence number of the key, unlike the holder reference of the certificate.
  const all = await authorities.list();
  return all.find(
    (one) => one.kind === 'CVC' && one.chain[0] !== undefined && compareBytes(one.chain[0].der, der) === 0,
  );
}

function changeOf(
  state: CaState,
  {
    status,
    reason,
    revokedAt,
  }: {
    readonly status: CaState['status'];
    readonly reason: RevocationReason;
    readonly revokedAt: number | undefined;
  },
): readonly Write[] {
  return [updateOf(state, { status, revocationReason: reason, revokedAt }), { op: 'epoch.move' }];
}
