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
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { actorOf, SYSTEM } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type CertificateAuthority, type Issuance, requireActive, requireX509 } from '../ca/index.ts';
import type { Configuration, Sealer } from '../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../profiles/index.ts';
import { type InstallationItem, type InstallationStore, putItem } from './installation-items.ts';
import { newKeyPair } from './key-pair.ts';

/** What a TLS listener shows, PEM. The key is a secret. */
export interface ServerCredentials {
  readonly key: string;
  readonly certificate: string;
  /** Seconds since 1970: when it is to be renewed. */
  readonly renewAt: number;
}

export interface ServerCertificateDeps {
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly issuance: Issuance;
  readonly items: InstallationStore;
  readonly sealer: Sealer;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  /** The host's name: hosts that share a database have a certificate each. */
  readonly hostName: string;
  /** Further names that clients know the server by. */
  readonly names: readonly string[];
}

export class ServerCertificate {
  readonly #deps: ServerCertificateDeps;

  constructor(deps: ServerCertificateDeps) {
    this.#deps = deps;
  }

  /**
   * The credentials in force; new ones when there are none, the names have changed, or two thirds of their life are over and others
   * would last longer. At the end of the CA's life none would.
   */
  async obtain(management: () => Promise<CertificateAuthority>): Promise<ServerCredentials> {
    const item = await this.#deps.items.findItem(this.#itemName);
    const stored = item && this.#open(item);
    if (stored !== undefined && this.#hasNames(stored)) {
      if (nowSeconds(this.#deps.clock) < stored.renewAt || lastsAsLongAs(await management(), stored)) return stored;
    }
    return planAndCommit(async () => this.#plan(await management()), this.#deps.store);
  }

  async #plan(management: CertificateAuthority): Promise<Plan<ServerCredentials>> {
    const { audit, configuration, issuance, items, sealer, clock } = this.#deps;
    const { epoch } = configuration;
    const authority = requireActive(management, nowSeconds(clock));
    const profile = await configuration.get(certificateProfileType, 'SERVER');
    const endEntityProfile = await configuration.get(endEntityProfileType, 'EMPTY');
    const { publicKey, privateKey } = await newKeyPair();
    const { der, serialNumber, write } = await issuance.issue({
      authority,
      profile: profile.value,
      certificateProfileId: profile.id,
      endEntityProfileId: endEntityProfile.id,
      endEntityId: undefined,
      username: undefined,
      subject: DistinguishedName.of([[{ type: COMMON_NAME, value: this.#deps.hostName.slice(0, MAX_COMMON_NAME) }]]),
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
    } as const;
    const existing = await items.findItem(this.#itemName);
    return {
      unit: audit.unit([write, putItem(this.#itemName, value, existing)], [entry], epoch),
      result: { ...credentials, renewAt: renewalTime(Certificate.parse(der)) },
    };
  }

  #open({ value }: InstallationItem): ServerCredentials {
    const text = new TextDecoder().decode(this.#deps.sealer.open(value, this.#itemName));
    const { key, certificate } = JSON.parse(text) as Pick<ServerCredentials, 'key' | 'certificate'>;
    return { key, certificate, renewAt: renewalTime(leafOf(certificate)) };
  }

  #hasNames({ certificate }: ServerCredentials): boolean {
    const shown = leafOf(certificate).extension(subjectAltName) ?? [];
    const texts = new Set(shown.map(textOf));
    return this.#alternativeNames().every((name) => texts.has(textOf(name)));
  }

  #alternativeNames(): GeneralName[] {
    const { hostName, names } = this.#deps;
    return [...new Set(['localhost', '127.0.0.1', '::1', hostName, ...names])].map((name) => {
      const address = parseIpAddress(name);
      return address === undefined ? { type: 'dNSName', value: name } : { type: 'iPAddress', value: address };
    });
  }

  get #itemName(): string {
    return `tls-certificate/${this.#deps.hostName}`;
  }
}

function renewalTime({ notBefore, notAfter }: Certificate): number {
  return notBefore + Math.floor(((notAfter - notBefore) * 2) / 3);
}

function lastsAsLongAs(management: CertificateAuthority, { certificate }: ServerCredentials): boolean {
  const { issuer } = requireX509(management);
  return issuer !== undefined && leafOf(certificate).notAfter >= issuer.certificate.notAfter;
}

function leafOf(pem: string): Certificate {
  return Certificate.parse(parsePem(pem)[0]!.der);
}

function textOf(name: GeneralName): string {
  if (name.type === 'dNSName') return name.value;
  return name.type === 'iPAddress' ? name.value.toHex() : '';
}

const COMMON_NAME = AttributeType.commonName;
/** RFC 5280 appendix A: ub-common-name. */
const MAX_COMMON_NAME = 64;
