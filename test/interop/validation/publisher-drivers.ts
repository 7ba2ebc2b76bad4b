/** Drivers of publishers, made of settings as documents have them, and objects of a CA of the tests. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { type Certificate, crlNumber, type DistinguishedName, makeExtension } from '../../../packages/pki/src/index.ts';
import { contentOf } from '../../../packages/server/src/kernel/content.ts';
import { type Clock, systemClock } from '../../../packages/server/src/kernel/clock.ts';
import { Secret } from '../../../packages/server/src/modules/configuration/index.ts';
import {
  type PublishedCaCertificate,
  type PublishedCertificate,
  type PublishedCrl,
  type Publisher,
  type PublishingError,
  readTarget,
} from '../../../packages/server/src/modules/publishers/index.ts';
import { LdapPublisher } from '../../../packages/server/src/outbound/ldap/index.ts';
import { OutboundPolicy } from '../../../packages/server/src/outbound/outbound-policy.ts';
import { OutboundSockets } from '../../../packages/server/src/outbound/outbound-sockets.ts';
import { S3Publisher } from '../../../packages/server/src/outbound/s3/index.ts';
import { SftpPublisher } from '../../../packages/server/src/outbound/sftp/index.ts';
import { publishedCertificate, publishedCrl } from '../../../packages/server/test/published-objects.ts';
import { outboundHosts, outboundHttpTo } from '../../outbound/outbound-hosts.ts';
import type { TestCa } from '../../pki/test-pki.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

/** A test, or a whole suite, at whose end something is stopped. */
type Ends = { after(end: () => unknown): void };

/**
 * Returns the driver of a publisher with these settings, which may go to `hosts`.
 *
 * @param secrets - settings that documents store sealed
 */
export function driverOf(
  t: Ends,
  type: 'LDAP' | 'S3' | 'SFTP',
  settings: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
  hosts: readonly string[],
  clock: Clock = systemClock,
): Publisher {
  const problems: string[] = [];
  const sealed = Object.entries(secrets).map(([name, text]) => [name, new Secret(text === '', () => text)] as const);
  const stored = { ...settings, ...Object.fromEntries(sealed) };
  const target = readTarget(type, stored, (name, problem) => problems.push(`${name} ${problem}`));
  assert.deepEqual(problems, []);
  const sockets = new OutboundSockets({ policy: new OutboundPolicy(outboundHosts(...hosts)) });
  const driver =
    target?.type === 'LDAP'
      ? new LdapPublisher(target.settings, { sockets })
      : target?.type === 'SFTP'
        ? new SftpPublisher(target.settings, { sockets })
        : target?.type === 'S3'
          ? new S3Publisher(target.settings, { outbound: outboundHttpTo(hosts, { resolve }), clock })
          : assert.fail();
  atEnd(t, () => ('close' in driver ? driver.close() : undefined));
  return driver;
}

/** Every name is this machine. */
const resolve = () => Promise.resolve(['127.0.0.1']);

/** The certificate of an end entity as publishers get it. */
export function endEntityCertificate(
  ca: TestCa,
  certificate: Certificate,
  members: Partial<PublishedCertificate> = {},
): PublishedCertificate {
  return publishedCertificate({
    ...common(ca, certificate.der),
    name: `certificates/${certificate.serialNumberText}.cer`,
    subject: certificate.subject,
    ...members,
  });
}

/** The certificate of the CA itself. */
export function caCertificate(ca: TestCa): PublishedCaCertificate {
  const { der } = ca.certificate;
  return { kind: 'ca-certificate', format: 'X509', name: 'cas/ca.cer', version: 1, ...common(ca, der) };
}

/** A CRL of the CA that was made so many seconds after the first. */
export function crlOf(ca: TestCa, number: number, members: Partial<PublishedCrl> = {}): PublishedCrl {
  const thisUpdate = 1_600_000_000 + number;
  const der = ca.issueCrl([], [makeExtension(crlNumber, BigInt(number), false)], thisUpdate);
  return publishedCrl({ ...common(ca, der), number, thisUpdate, nextUpdate: thisUpdate + 86_400, ...members });
}

function common(ca: TestCa, der: Uint8Array) {
  const { subject }: { readonly subject: DistinguishedName } = ca.certificate;
  const published = { name: 'Test CA', subject, chain: ca.chain.map((one) => one.der) };
  return { ca: published, content: contentOf(der), sha1: createHash('sha1').update(der).digest() };
}

/** Asserts that publishing fails with this scope and reason, and that no secret is in the error. */
export async function assertFails(
  act: Promise<void>,
  scope: PublishingError['scope'],
  reason: RegExp,
  secrets: readonly string[],
): Promise<void> {
  await assert.rejects(act, (error: PublishingError) => {
    assert.match(error.message, reason);
    assert.deepEqual([error.code, error.scope], ['publisher.not_published', scope], error.message);
    const shown = `${inspect(error, { depth: 12, showHidden: true })} ${error.stack}`;
    for (const secret of secrets) assert.ok(!shown.includes(secret), `'${secret}' is shown`);
    return true;
  });
}
