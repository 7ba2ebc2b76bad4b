import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { isoMoment } from '../../../kernel/text/moments.ts';
import type { PublishedCertificate, PublishedCrl, PublishedObject } from './published-object.ts';

/** The act of a publisher on an object. */
export type PublishingAct = 'publish' | 'remove';

/** Returns an object as JSON without its content: names in snake case, times as `2031-05-01T10:00:00Z`. */
export function publishingFacts(object: PublishedObject): JsonObject {
  const { kind, name, version, ca, sha1 } = object;
  const common = { kind, name, version, ca: ca.name, ca_subject: ca.subject.toString(), sha1: sha1.toHex() };
  if (kind === 'certificate') return { ...common, ...certificateFacts(object) };
  return kind === 'crl' ? { ...common, ...crlFacts(object) } : { ...common, format: object.format };
}

function certificateFacts(object: PublishedCertificate): JsonObject {
  const { format, serialNumber, subject, username, isCa, notAfter, revocation } = object;
  return {
    format,
    serial_number: serialNumber,
    ...(subject && { subject: subject.toString() }),
    ...(username !== undefined && { username }),
    is_ca: isCa,
    not_after: isoMoment(notAfter),
    revoked: revocation !== undefined,
    ...(revocation && { revocation_reason: revocation.reason, revoked_at: isoMoment(revocation.revokedAt) }),
  };
}

function crlFacts({ number, partition, baseNumber, thisUpdate, nextUpdate }: PublishedCrl): JsonObject {
  return {
    number,
    partition,
    ...(baseNumber !== undefined && { base_number: baseNumber }),
    this_update: isoMoment(thisUpdate),
    next_update: isoMoment(nextUpdate),
  };
}
