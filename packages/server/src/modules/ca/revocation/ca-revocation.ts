/** Consequences for the state of a CA when its own certificate, or the CA as a whole, is revoked. */
import { Certificate, compareBytes, CvCertificate } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { InsertJob } from '../../background/index.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { Actor } from '../../audit/index.ts';
import type { Authorities, CertificateAuthority } from '../authorities/index.ts';
import {
  type CaState,
  type CaStateStore,
  type CertificateRecord,
  type RevocationReason,
  updateOf,
} from '../records/index.ts';
import type { RevocationOutcome } from './revocation-rules.ts';

/** A CA with its state as stored. */
export interface CaWithState {
  readonly authority: CertificateAuthority;
  readonly state: CaState;
}

/** The place that the job has reached which revokes what a CA has issued. */
export interface RevocationProgress {
  readonly reason: RevocationReason;
  /** Seconds since 1970. */
  readonly revokedAt: number;
  /** The administrator who revoked the CA: every certificate is revoked in their name. */
  readonly actor: Actor;
  /** The serial number of the certificate that was looked at last; empty at first. */
  readonly after: string;
  /** So many certificates are revoked by now. */
  readonly certificates: number;
}

/** The kind of these jobs. Each has the id of its CA, so that a CA has one at most. */
export const CA_REVOCATION_JOB = 'ca-revocation';

/**
 * Returns the writes that follow for a CA from what became of its certificate.
 *
 * A final revocation is the end of the CA: it issues nothing more, and a job revokes all that it has issued. On hold it is revoked, too,
 * and what it has issued is left as it is; released from hold it is off line, for somebody to decide that it goes on.
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

/** Finds the CA of this installation whose present certificate a record is; undefined for any other certificate. */
export async function certifiedCa(
  { caId, der, endEntityId }: CertificateRecord,
  { authorities, states }: { readonly authorities: Authorities; readonly states: CaStateStore },
): Promise<CaWithState | undefined> {
  // Certificates of end entities, which are nearly all, are not looked at: revocations have to be fast.
  if (endEntityId !== undefined || der.length === 0) return undefined;
  const issuer = await authorities.findById(caId);
  const authority = issuer && (await caWith(issuer, der, authorities));
  const state = authority && (await states.findState(authority.id));
  const own = state?.chain[0];
  return own !== undefined && compareBytes(own, der) === 0 ? { authority: authority!, state: state! } : undefined;
}

/** Finds the one that may have the certificate. */
async function caWith(
  { kind }: CertificateAuthority,
  der: CertificateRecord['der'],
  authorities: Authorities,
): Promise<CertificateAuthority | undefined> {
  if (kind === 'X509') {
    const { subject } = Certificate.parse(der);
    // Nearly every name is no CA's, and that is known without a look at the database.
    return (await authorities.isSubject(subject.key)) ? authorities.findBySubject(subject.toString()) : undefined;
  }
  if (kind === 'SSH' || CvCertificate.parse(der).authorization.role === 'TERMINAL') return undefined;
  // Its subject need not say which of its keys it is, as the holder of the certificate does.
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
