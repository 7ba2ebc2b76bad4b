/** The server's own TLS certificate: issued by the management CA, renewed before it ends, its key sealed at rest. */
import {
  AttributeType,
  Certificate,
  DistinguishedName,
  formatPem,
  type GeneralName,
  parseIpAddress,
  parsePem,
  subjectAltName,
} from '@sealwright/pki';
import { nowSeconds } from '../../kernel/clock.ts';
import { type Plan, planAndCommit } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { actorOf, SYSTEM, type UseCaseDeps } from '../access/index.ts';
import {
  type CertificateAuthority,
  type X509Issuance,
  requireActive,
  requireX509,
  withLintWarnings,
} from '../ca/index.ts';
import type { Sealer } from '../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../profiles/index.ts';
import { type InstallationItem, type InstallationStore, putItem } from './installation-items.ts';
import { newKeyPair } from './key-pair.ts';

/** Credentials that a TLS listener shows, PEM. The key is a secret. */
export interface ServerCredentials {
  readonly key: string;
  readonly certificate: string;
  /** Seconds since 1970, as the times that follow: from when on it holds. */
  readonly notBefore: number;
  /** Until when it holds. */
  readonly notAfter: number;
  /** When it is to be renewed. */
  readonly renewAt: number;
}

export interface ServerCertificateDeps extends Pick<
  UseCaseDeps,
  'audit' | 'configuration' | 'store' | 'clock' | 'clockBelief'
> {
  readonly issuance: X509Issuance;
  readonly items: InstallationStore;
  readonly sealer: Sealer;
  /** The host's name: hosts that share a database have a certificate each. */
  readonly hostName: string;
  /** Further names that clients know the server by. */
  readonly names: readonly string[];
}

export class ServerCertificate extends WithDeps<ServerCertificateDeps> {
  /**
   * The credentials in force; new ones when there are none, the names have changed, they are due, and others would be any better: at the end
   * of the CA's life none would last longer, and before its beginning none would hold any sooner.
   */
  async obtain(management: () => Promise<CertificateAuthority>): Promise<ServerCredentials> {
    const item = await this.deps.items.findItem(this.#itemName);
    const stored = item && this.#open(item);
    if (stored !== undefined && this.#hasNames(stored)) {
      if (!this.isDue(stored) || !isWorthReplacing(await management(), stored, nowSeconds(this.deps.clock)))
        return stored;
    }
    return planAndCommit(async () => this.#plan(await management()), this.deps.store);
  }

  /**
   * Returns whether they are to be replaced: two thirds of their life are over, by a clock that is believed, or they do not hold yet, since a clock was
   * wrong that now is not. Were it now that it is wrong, the new ones would hold all the same when it is right again.
   */
  isDue({ notBefore, renewAt }: ServerCredentials): boolean {
    const { clock, clockBelief } = this.deps;
    const now = nowSeconds(clock);
    return now < notBefore || (now >= renewAt && clockBelief.doubt === undefined);
  }

  async #plan(management: CertificateAuthority): Promise<Plan<ServerCredentials>> {
    const { audit, configuration, issuance, items, sealer, clock } = this.deps;
    const { epoch } = configuration;
    const authority = requireActive(management, nowSeconds(clock));
    const profile = await configuration.get(certificateProfileType, 'SERVER');
    const endEntityProfile = await configuration.get(endEntityProfileType, 'EMPTY');
    const { publicKey, privateKey } = await newKeyPair();
    const { der, serialNumber, lintWarnings, write } = await issuance.issue({
      authority,
      profile: { ...profile.value, lifetime: { kind: 'relative', seconds: LIFETIME_SECONDS } },
      certificateProfileId: profile.id,
      endEntityProfileId: endEntityProfile.id,
      endEntityId: undefined,
      username: undefined,
      subject: DistinguishedName.of([[{ type: COMMON_NAME, value: this.deps.hostName.slice(0, MAX_COMMON_NAME) }]]),
      publicKey,
      alternativeNames: this.#alternativeNames(),
    });
    const credentials = {
      key: formatPem('PRIVATE KEY', privateKey),
      certificate: [der, ...authority.chain.slice(0, -1).map((issuer) => issuer.der)]
        .map((each) => formatPem('CERTIFICATE', each))
        .join(''),
    };
    privateKey.fill(0);
    const value = sealer.seal(new TextEncoder().encode(JSON.stringify(credentials)), this.#itemName);
    const entry = {
      event: 'TLS_CERTIFICATE_RENEWED',
      outcome: 'SUCCESS',
      actor: actorOf(SYSTEM),
      caId: authority.id,
      serial: serialNumber,
      ...(lintWarnings.length === 0 ? {} : { details: withLintWarnings({}, lintWarnings) }),
    } as const;
    const existing = await items.findItem(this.#itemName);
    return {
      unit: audit.unit([write, putItem(this.#itemName, value, existing)], [entry], epoch),
      result: { ...credentials, ...timesOf(Certificate.parse(der)) },
    };
  }

  #open({ value }: InstallationItem): ServerCredentials {
    const text = new TextDecoder().decode(this.deps.sealer.open(value, this.#itemName));
    const { key, certificate } = JSON.parse(text) as Pick<ServerCredentials, 'key' | 'certificate'>;
    return { key, certificate, ...timesOf(leafOf(certificate)) };
  }

  #hasNames({ certificate }: ServerCredentials): boolean {
    const shown = leafOf(certificate).extension(subjectAltName) ?? [];
    const texts = new Set(shown.map(textOf));
    return this.#alternativeNames().every((name) => texts.has(textOf(name)));
  }

  #alternativeNames(): GeneralName[] {
    const { hostName, names } = this.deps;
    return [...new Set(['localhost', '127.0.0.1', '::1', hostName, ...names])].map((name) => {
      const address = parseIpAddress(name);
      return address === undefined ? { type: 'dNSName', value: name } : { type: 'iPAddress', value: address };
    });
  }

  get #itemName(): string {
    return `tls-certificate/${this.deps.hostName}`;
  }
}

function timesOf({ notBefore, notAfter }: Certificate): Pick<ServerCredentials, 'notBefore' | 'notAfter' | 'renewAt'> {
  return { notBefore, notAfter, renewAt: notBefore + Math.floor(((notAfter - notBefore) * 2) / 3) };
}

function isWorthReplacing(management: CertificateAuthority, stored: ServerCredentials, now: number): boolean {
  const { issuer } = requireX509(management);
  if (issuer === undefined) return true;
  const { notBefore, notAfter } = issuer.certificate;
  return now < stored.notBefore ? notBefore <= now : stored.notAfter < notAfter;
}

function leafOf(pem: string): Certificate {
  return Certificate.parse(parsePem(pem)[0]!.der);
}

function textOf(name: GeneralName): string {
  if (name.type === 'dNSName') return name.value;
  return name.type === 'iPAddress' ? name.value.toHex() : '';
}

/** Shorter than the profile's, since nobody has to do anything for the next one. The Baseline Requirements allow 200 days, and 100 from 2027-03-15. */
const LIFETIME_SECONDS = 90 * 86_400;
const COMMON_NAME = AttributeType.commonName;
/** RFC 5280 appendix A: ub-common-name. */
const MAX_COMMON_NAME = 64;
