/** Certificates that end soon: their status, and the notice of each, in one unit. */
import { serialNumberFromBytes } from '@sealwright/pki';
import { isoMoment } from '../../kernel/text/moments.ts';
import { ConflictError, type Write } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { actorOf, SYSTEM, type UseCaseDeps } from '../access/index.ts';
import { type Authorities, CERTIFICATE_STATUS, CERTIFICATE_TYPE, type NotifyAboutExpiration } from '../ca/index.ts';
import type { Ending, PostNotices } from '../notices/index.ts';
import { certificateProfileType, endEntityProfileType } from '../profiles/index.ts';
import type { EndEntityStore } from '../ra/index.ts';
import type { EndingCertificate } from './ending-certificates.ts';
import type { TellingService } from './telling-service.ts';

export interface TellOfCertificatesDeps extends Pick<UseCaseDeps, 'audit' | 'clock' | 'configuration' | 'store'> {
  readonly authorities: Pick<Authorities, 'findById' | 'list'>;
  readonly endEntities: Pick<EndEntityStore, 'findByUsername'>;
  /** Tells whether a certificate belongs to an administrator. */
  readonly isAdministratorCertificate: (certificate: {
    readonly caId: number;
    readonly der: Uint8Array;
  }) => Promise<boolean>;
  readonly postNotices: Pick<PostNotices, 'writesOf'>;
}

export class TellOfCertificates extends WithDeps<TellOfCertificatesDeps> {
  /**
   * Reports the certificates in one unit. If one of them is revoked at the same time, it is left out and each of the others gets its own unit.
   *
   * @returns how many were reported
   */
  async tell(service: TellingService, certificates: readonly EndingCertificate[]): Promise<number> {
    if (certificates.length === 0) return 0;
    const writes = await Promise.all(certificates.map((certificate) => this.#writesOf(service, certificate)));
    if (await this.#commit(service, writes)) return writes.length;
    if (writes.length === 1) return 0;
    let told = 0;
    for (const each of writes) if (await this.#commit(service, [each])) told += 1;
    return told;
  }

  async #commit({ name }: TellingService, writes: readonly (readonly Write[])[]): Promise<boolean> {
    const { audit, store } = this.deps;
    const entry = {
      event: 'CERT_CHANGEDSTATUS',
      outcome: 'SUCCESS',
      actor: actorOf(SYSTEM),
      details: { notifiedAboutExpiration: writes.length, service: name },
    } as const;
    try {
      await store.commit(audit.unit(writes.flat(), [entry], undefined));
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return false;
      throw error;
    }
  }

  async #writesOf(service: TellingService, certificate: EndingCertificate): Promise<readonly Write[]> {
    const { clock, endEntities, postNotices } = this.deps;
    const { id, status, username } = certificate;
    const wantsHolder = service.sendToEndUsers && username !== undefined;
    const holder = wantsHolder ? (await endEntities.findByUsername(username))?.email : undefined;
    const notified: NotifyAboutExpiration = { op: 'certificate.notify-about-expiration', id, updatedMs: clock.nowMs() };
    return [
      ...(status === CERTIFICATE_STATUS.active ? [notified] : []),
      ...postNotices.writesOf(service.id, await this.#endingOf(certificate), {
        operators: service.sendToAdmins,
        holder,
      }),
    ];
  }

  async #endingOf(certificate: EndingCertificate): Promise<Ending> {
    const { authorities, configuration, isAdministratorCertificate } = this.deps;
    const { caId, certificateProfileId, endEntityProfileId, renewedUntil, username } = certificate;
    const [authority, profile, endEntityProfile, isAdministrators] = await Promise.all([
      authorities.findById(caId),
      configuration.findById(certificateProfileType, certificateProfileId),
      configuration.findById(endEntityProfileType, endEntityProfileId),
      isAdministratorCertificate(certificate),
    ]);
    const facts = {
      alternative_names: certificate.subjectAltName,
      username,
      issuer: authority?.settings.subject.toString(),
      ca: authority?.name,
      serial_number: serialNumberFromBytes(certificate.serial),
      certificate_profile: profile?.name,
      end_entity_profile: endEntityProfile?.name,
      sha256_fingerprint: certificate.sha256.toHex(),
      administrator: isAdministrators ? 'yes: it lets its owner into this installation' : undefined,
      renewed_until: renewedUntil === undefined ? undefined : isoMoment(renewedUntil),
    };
    return {
      kind: 'certificate',
      object: `certificate ${certificate.id}`,
      name: certificate.subjectDn,
      endsAt: certificate.notAfter,
      facts: Object.fromEntries(
        Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined),
      ),
      advice: adviceOf(certificate, isAdministrators, this.deps.clock.nowMs() >= certificate.notAfter * 1000),
    };
  }
}

function adviceOf(
  { renewedUntil, type, endEntityId }: EndingCertificate,
  isAdministrators: boolean,
  hasEnded: boolean,
): string {
  if (renewedUntil !== undefined)
    return 'A later certificate of the same end entity is there: see that it is in use, wherever this one is.';
  if (type === CERTIFICATE_TYPE.subCa || type === CERTIFICATE_TYPE.rootCa)
    return 'This is the certificate of a CA elsewhere: have it send a new certification request.';
  if (endEntityId === undefined && isAdministrators)
    return 'Issue another super administrator with "sealwright admin recover", or give others its rights: from its end on its owner cannot get in.';
  if (endEntityId === undefined)
    return 'The program renews this one by itself, and has not: the log says why ("background task failed").';
  const since = hasEnded ? 'It has ended:' : 'From this date on';
  const consequence = isAdministrators ? `${since} its owner cannot get in.` : `${since} everybody refuses it.`;
  return `Renew it with "sealwright cert renew", or have its owner enroll again, and install the new one. ${consequence}`;
}
